/** A file of one of several messages. */
export interface MessageFile {
  message_id: string;
  key: string;
  name: string;
}

/** SQL for the files of messages, in the order of attaching, as JSON; `ids` selects the messages. */
export function messageFilesSql(ids: string): string {
  return `(select json_agg(file) from (select a.message_id, f.key, f.name
    from attachments a join files f on f.key = a.file_key
    where a.message_id in (${ids}) order by a.position) file)`;
}

/** The specification's map of file key to original name, for each message that has files. */
export function fileMaps(
  files: readonly MessageFile[] | null,
): Map<string, Record<string, string>> {
  const maps = new Map<string, Record<string, string>>();
  for (const { message_id, key, name } of files ?? []) {
    maps.set(message_id, { ...maps.get(message_id), [key]: name });
  }
  return maps;
}

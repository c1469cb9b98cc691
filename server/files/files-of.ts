import { textOf } from '../database/sql-text.ts';
import { type AttachmentPart, attachedAs } from './file-map.ts';

/** A file of one of several things of one kind. */
export interface FileOf {
  owner: string;
  key: string;
  name: string;
}

/**
 * SQL for the files of several things, given by their ids, as one JSON value in the order of
 * attaching: to look for those of each would take far longer.
 */
export function filesOfSql(part: AttachmentPart, ids: string): string {
  const { owner: column, only } = attachedAs(part);
  const owner = textOf(column);
  return `(select json_agg(json_build_object('owner', ${owner}, 'key', f.key, 'name', f.name)
      order by a.position)
    from attachments a join files f on f.key = a.file_key where ${owner} in (${ids}) and ${textOf(only)})`;
}

/** The specification's map of file key to original name, for each thing that has files. */
export function fileMaps(files: readonly FileOf[] | null): Map<string, Record<string, string>> {
  const maps = new Map<string, Record<string, string>>();
  for (const { owner, key, name } of files ?? []) {
    maps.set(owner, { ...maps.get(owner), [key]: name });
  }
  return maps;
}

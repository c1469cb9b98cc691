import { type RawBuilder, sql } from 'kysely';

/** The parts of a request that files are attached to; null stands for the request itself. */
export type AttachmentPart = 'message_id' | 'milestone_id' | 'delivery_id' | null;

/** SQL for the attachments `a` of one kind: the column with the id of their thing, and what is left to ask. */
export function attachedAs(part: AttachmentPart): { owner: string; only: string } {
  return part === null
    ? {
        owner: 'a.ticket_id',
        only: ' and num_nonnulls(a.message_id, a.milestone_id, a.delivery_id) = 0',
      }
    : { owner: `a.${part}`, only: '' };
}

/** Attachments `a` of one thing, by its id or a reference to it. */
export function attachedTo(part: AttachmentPart, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const { owner, only } = attachedAs(part);
  return sql<boolean>`${sql.ref(owner)} = ${id}${sql.raw(only)}`;
}

/**
 * The specification's map of file key to original name, in the order of attaching, as a column of
 * a query; `owner` is a column of it, such as `t.id`.
 */
export function fileMap(part: AttachmentPart, owner: string): RawBuilder<Record<string, string>> {
  return sql.raw(fileMapSql(part, owner));
}

/** The same as text. */
export function fileMapSql(part: AttachmentPart, owner: string): string {
  const as = attachedAs(part);
  return `(select coalesce(json_object_agg(f.key, f.name order by a.position), '{}')
    from attachments a join files f on f.key = a.file_key where ${as.owner} = ${owner}${as.only})`;
}

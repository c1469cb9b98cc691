import { type RawBuilder, sql } from 'kysely';

/** The parts of a request that files are attached to; null stands for the request itself. */
export type AttachmentPart = 'message_id' | 'milestone_id' | 'delivery_id' | null;

/** Of the attachments `a` of one kind: the column with the id of their thing, and what is left to ask. */
export function attachedAs(part: AttachmentPart) {
  return { owner: sql.ref(`a.${part ?? 'ticket_id'}`), only: onlyOf(part) };
}

function onlyOf(part: AttachmentPart): RawBuilder<boolean> {
  if (part === null) return sql`num_nonnulls(a.message_id, a.milestone_id, a.delivery_id) = 0`;
  // What is evidence for one check stands with that.
  return part === 'delivery_id' ? sql`a.check_id is null` : sql`true`;
}

/** Attachments `a` of one thing, by its id or a reference to it. */
export function attachedTo(part: AttachmentPart, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const { owner, only } = attachedAs(part);
  return sql<boolean>`${owner} = ${id} and ${only}`;
}

/**
 * The specification's map of file key to original name, in the order of attaching, as a column of
 * a query; `owner` is a column of it, such as `t.id`.
 */
export function fileMap(part: AttachmentPart, owner: string): RawBuilder<Record<string, string>> {
  return sql`(select coalesce(json_object_agg(f.key, f.name order by a.position), '{}')
    from attachments a join files f on f.key = a.file_key where ${attachedTo(part, sql.ref(owner))})`;
}

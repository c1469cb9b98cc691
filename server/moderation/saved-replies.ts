import { MAX_SAVED_REPLIES, type SavedReply, type SavedReplyInput } from '#domain/desk.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';

/** All replies that moderators share, by name: few enough for one page. */
export function listReplies(db: Reader): Promise<SavedReply[]> {
  return db.selectFrom('saved_replies').selectAll().orderBy('title').orderBy('id').execute();
}

/**
 * Adds a reply, or changes the one with this id. Replies belong to the team: only the audit log
 * says who wrote one.
 * @throws Refusal `not_found`, `too_many_replies`
 */
export async function saveReply(
  change: Change,
  moderator: Viewer,
  { id, ...values }: SavedReplyInput & { id?: string },
): Promise<SavedReply> {
  const { tx } = change;
  const saved = id ? await changed(change, id, values) : await added(change, values);
  await writeAudit({ tx }, moderator, {
    action: 'reply_saved',
    target: { type: 'saved_reply', id: saved.id },
  });
  return saved;
}

async function changed({ tx }: Change, id: string, values: SavedReplyInput): Promise<SavedReply> {
  const saved = await tx
    .updateTable('saved_replies')
    .set({ ...values, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!saved) throw new Refusal('not_found');
  return saved;
}

async function added({ tx }: Change, values: SavedReplyInput): Promise<SavedReply> {
  const { count } = await tx
    .selectFrom('saved_replies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_SAVED_REPLIES) throw new Refusal('too_many_replies');
  return tx.insertInto('saved_replies').values(values).returningAll().executeTakeFirstOrThrow();
}

/** @throws Refusal `not_found` */
export async function deleteReply({ tx }: Change, moderator: Viewer, id: string): Promise<void> {
  const gone = await tx.deleteFrom('saved_replies').where('id', '=', id).executeTakeFirst();
  if (gone.numDeletedRows === 0n) throw new Refusal('not_found');
  await writeAudit({ tx }, moderator, {
    action: 'reply_deleted',
    target: { type: 'saved_reply', id },
  });
}

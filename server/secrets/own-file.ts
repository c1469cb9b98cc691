import { Refusal } from '#domain/errors.ts';
import type { DummyEnv, FileKeys } from '#domain/file.ts';
import type { FileSecret, Rotation, SecretsChoice } from '#domain/secret.ts';
import type { Change } from '../change.ts';
import type { Reader } from '../database/database.ts';
import { fileSeenBy, fileToOpen } from '../files/access.ts';
import type { Viewer } from '../http/viewer.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { lockTicketRow } from '../tickets/locked.ts';
import { sidesOf } from '../tickets/sides.ts';
import { openKnowingly, writeShared } from './note-shared.ts';

/**
 * What was found in one's own file.
 * @throws Refusal `not_found` for everybody else
 */
export async function keysOfOwnFile(db: Reader, viewer: Viewer, key: string): Promise<FileKeys> {
  const { row } = await fileSeenBy(db, viewer, key);
  if (row.owner_id !== viewer.id) throw new Refusal('not_found');
  return {
    state: row.state as FileKeys['state'],
    items: (row.secrets as FileSecret[] | null) ?? [],
    rotate: (row.rotate as Rotation[] | null) ?? [],
  };
}

/**
 * The owner of an attached file says what becomes of the keys in it: it opens as it is, which the
 * history says, or a copy with placeholders takes its place.
 * @throws Refusal `not_found`, `nothing_to_decide` where it is not held back
 */
export async function decideSecrets(
  change: Change,
  viewer: Viewer,
  { key, choice }: { key: string; choice: SecretsChoice },
): Promise<void> {
  const { tx } = change;
  const seen = await fileSeenBy(tx, viewer, key);
  const ticketId = seen.row.ticket_id;
  if (seen.row.owner_id !== viewer.id || ticketId === null) throw new Refusal('not_found');
  const ticket = await lockTicketRow(tx, ticketId);
  // Another tab may have been quicker.
  const { row } = await fileSeenBy(tx, viewer, key);
  if (row.state !== 'blocked') throw new Refusal('nothing_to_decide');
  if (choice === 'share') {
    await openKnowingly(change, [key]);
    await writeShared(change, { by: viewer.id, ticketId });
  } else {
    await tx.updateTable('files').set({ choice }).where('key', '=', key).execute();
    await enqueueJob(tx, 'look-through', { key });
  }
  change.tell({ type: 'file', ticket_id: ticketId, id: key, to: sidesOf(ticket) });
}

/**
 * Harmless values for the keys that were masked in a file, for whoever may open it.
 * @throws Refusal `not_found` where none were, or why the file stays closed
 */
export async function dummyEnvOf(db: Reader, viewer: Viewer, key: string): Promise<DummyEnv> {
  await fileToOpen(db, viewer, key);
  const { dummy_env } = await db
    .selectFrom('files')
    .select('dummy_env')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (dummy_env === null) throw new Refusal('not_found');
  return { name: '.env', text: dummy_env };
}

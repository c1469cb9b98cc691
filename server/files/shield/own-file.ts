import type { DummyEnv, FileKeys } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import { sidesOf } from '#domain/relation.ts';
import type { FileSecret, Rotation } from '#domain/secret.ts';
import type { Database, Reader } from '../../database/database.ts';
import type { Viewer } from '../../http/viewer.ts';
import type { Change } from '../../lifecycle/change.ts';
import { lockTicketRow } from '../../lifecycle/locked.ts';
import { fileSeenBy, fileToOpen } from '../access.ts';
import { takePlace } from './masked-copy.ts';
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
 * @param copy the key of that copy
 * @returns the key of what is attached now
 * @throws Refusal `not_found`, `nothing_to_decide` where it is not held back
 */
export async function decideSecrets(
  change: Change,
  viewer: Viewer,
  { key, copy }: { key: string; copy: string | null },
): Promise<string> {
  const { tx } = change;
  const { ticketId } = await heldBackFile(tx, viewer, key);
  const ticket = await lockTicketRow(tx, ticketId);
  // Another tab may have been quicker.
  await heldBackFile(tx, viewer, key);
  if (copy === null) {
    await openKnowingly(change, [key]);
    await writeShared(change, { by: viewer.id, ticketId });
    change.tell({ type: 'file', ticket_id: ticketId, id: key, to: sidesOf(ticket) });
  } else await takePlace(change, { from: key, copy });
  return copy ?? key;
}

/**
 * One's own attached file that waits for an answer.
 * @throws Refusal `not_found`, `nothing_to_decide`
 */
export async function heldBackFile(
  db: Reader,
  viewer: Viewer,
  key: string,
): Promise<{ ticketId: string }> {
  const { row } = await fileSeenBy(db, viewer, key);
  if (row.owner_id !== viewer.id || row.ticket_id === null) throw new Refusal('not_found');
  if (row.state !== 'blocked') throw new Refusal('nothing_to_decide');
  return { ticketId: row.ticket_id };
}

/**
 * Harmless values for the keys that were masked in a file, for whoever may open it.
 * @throws Refusal `not_found` where none were, or why the file stays closed
 */
export async function dummyEnvOf(db: Database, viewer: Viewer, key: string): Promise<DummyEnv> {
  await fileToOpen(db, viewer, key);
  const { dummy_env } = await db
    .selectFrom('files')
    .select('dummy_env')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (dummy_env === null) throw new Refusal('not_found');
  return { name: '.env', text: dummy_env };
}

import { sql } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import type { SecretsChoice } from '#domain/secret.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicketRow } from '../lifecycle/locked.ts';
import { snapshotSeenBy } from './snapshot-rows.ts';
import { readLater } from './tell-snapshot.ts';

/**
 * The author of a version that is held back says what becomes of the keys in it; then it is read again.
 * @throws Refusal `not_found` for everybody else, `nothing_to_decide` where it is not held back
 */
export async function decideKeys(
  change: Change,
  viewer: Viewer,
  { id, choice }: { id: string; choice: SecretsChoice },
): Promise<void> {
  const { tx } = change;
  const { row } = await snapshotSeenBy(tx, viewer, id);
  if (row.author_id !== viewer.id) throw new Refusal('not_found');
  await lockTicketRow(tx, row.ticket_id);
  const held = await tx
    .updateTable('snapshots')
    .set({ choice, state: 'reading', reading_since: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('state', '=', 'blocked')
    .executeTakeFirst();
  if (held.numUpdatedRows === 0n) throw new Refusal('nothing_to_decide');
  await readLater(change, row);
}

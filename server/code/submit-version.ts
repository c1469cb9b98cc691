import { invalidInput, Refusal } from '#domain/refusals.ts';
import type { Change } from '../lifecycle/change.ts';
import { headOf } from './snapshot-rows.ts';
import { tellSides } from './tell-snapshot.ts';

/** A job that reads a version for longer than this has met trouble of ours: nobody waits for it. */
const LONGEST_READING_MS = 15 * 60_000;

interface Submitted {
  ticketId: string;
  milestoneId: string;
  pairingId: string;
  developerId: string;
  deliveryId: string;
  /** What must not be undone, in the words of the developer. */
  mustKeep: string | null;
}

/**
 * A round of delivery takes along the newest version of the project that its developer has brought for its
 * milestone and not submitted yet. What they brought before they gave the request back and took it again
 * goes along while the project is what it was then; else it stays behind. The request is locked by the
 * caller.
 * @throws Refusal `code_being_read` while one is still read, `code_held_back` while its developer has not
 *   said what becomes of the keys in it, `code_outdated` where it would undo what the project is by now,
 *   `invalid_input` for words about a version where there is none
 */
export async function submitVersion(
  change: Change,
  { ticketId, milestoneId, pairingId, developerId, deliveryId, mustKeep }: Submitted,
): Promise<void> {
  const { tx } = change;
  const head = await headOf(tx, ticketId);
  const [newest] = await tx
    .selectFrom('snapshots')
    .select(['id', 'state', 'parent_id', 'reading_since'])
    .where('milestone_id', '=', milestoneId)
    .where('author_id', '=', developerId)
    .where('delivery_id', 'is', null)
    .where('state', 'in', ['ready', 'reading', 'blocked'])
    .where((where) =>
      where.or([
        where('pairing_id', '=', pairingId),
        where('state', '=', 'ready').and('parent_id', 'is not distinct from', head),
      ]),
    )
    .orderBy('number', 'desc')
    .limit(1)
    .execute();
  // Nobody means to hand in an older one, or none.
  if (newest?.state === 'blocked') throw new Refusal('code_held_back');
  const isRead = newest?.state === 'ready';
  if (newest && !isRead && Date.now() - newest.reading_since.getTime() < LONGEST_READING_MS)
    throw new Refusal('code_being_read');
  if (!newest || !isRead) {
    if (mustKeep !== null)
      throw invalidInput('must_keep', 'There is no version of the project that this is about');
    return;
  }
  if (newest.parent_id !== head) throw new Refusal('code_outdated');
  await tx
    .updateTable('snapshots')
    .set({ delivery_id: deliveryId, pairing_id: pairingId, must_keep: mustKeep })
    .where('id', '=', newest.id)
    .execute();
  await tellSides(change, { id: newest.id, ticket_id: ticketId });
}

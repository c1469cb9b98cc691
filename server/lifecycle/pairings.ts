import { sql } from 'kysely';
import { HANDOVERS } from '#domain/handover.ts';
import type { Action } from '#domain/lifecycle.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from './change.ts';
import type { TicketRow } from './locked.ts';

type Of = Pick<TicketRow, 'id' | 'pairing_id'>;

/** A conversation that is over, and who was its unblocker. */
export interface EndedPairing {
  id: string;
  developer_id: string | null;
}

/** A developer gets a locked request. Answers with the id of the pairing that begins. */
export async function beginPairing(tx: Tx, ticket: Of, developer_id: string): Promise<string> {
  const { id } = await tx
    .insertInto('pairings')
    .values({ ticket_id: ticket.id, developer_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * The developer of a locked request loses it by an action. Of what the customer wrote to them, nothing
 * that still waits in the outbox is sent any more. A request that is handed over is announced anew.
 */
export async function endPairing(
  tx: Tx,
  { id: ticket_id, pairing_id }: Of,
  ended_by: Action,
): Promise<void> {
  if (pairing_id === null) return;
  const { developer_id } = await tx
    .updateTable('pairings')
    .set({ ended_at: sql<Date>`clock_timestamp()`, ended_by })
    .where('id', '=', pairing_id)
    .returning('developer_id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('mails')
    .set({ words: null })
    .where('secret_of', '=', wordsOf(pairing_id, developer_id))
    .where('words', 'is not', null)
    .execute();
  if (HANDOVERS.some((each) => each === ended_by))
    await enqueueJob(tx, 'announce-request', { ticket_id });
}

/** The name in the outbox of mails that carry words of a conversation to one of its two. */
export function wordsOf(pairingId: string, personId: string | null): string {
  return `pairing:${pairingId}:${personId}`;
}

/** What the developer who has just lost a request leaves to the next one. */
export async function leaveNote({ tx }: Change, ticketId: string, note: string): Promise<void> {
  await tx.updateTable('pairings').set({ note }).where('id', 'in', latest(tx, ticketId)).execute();
}

/**
 * Whose a message is that a step or a moderator posts now: of the pairing that goes on, or the last
 * one. A customer whose request nobody has had is alone with the moderators.
 */
export async function pairingOf({ tx }: Change, { id, pairing_id }: Of): Promise<string> {
  if (pairing_id !== null) return pairing_id;
  const last = await latest(tx, id).executeTakeFirst();
  if (last) return last.id;
  const alone = await tx
    .insertInto('pairings')
    .values({ ticket_id: id, ended_at: sql<Date>`clock_timestamp()`, ended_by: 'message' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return alone.id;
}

/** The conversation of a message that has ended: whoever has the request now has no part in it. */
export async function endedPairingOf(
  tx: Tx,
  { pairing_id }: Of,
  messageId: string,
): Promise<EndedPairing | null> {
  const found = await tx
    .selectFrom('messages as m')
    .innerJoin('pairings as p', 'p.id', 'm.pairing_id')
    .select(['p.id', 'p.developer_id'])
    .where('m.id', '=', messageId)
    .executeTakeFirst();
  return found && found.id !== pairing_id ? found : null;
}

function latest(tx: Tx, ticketId: string) {
  return tx
    .selectFrom('pairings')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .orderBy('began_at', 'desc')
    .orderBy('id')
    .limit(1);
}

/**
 * Shows an earlier conversation to whoever has a locked request now, to read.
 * @throws Refusal `not_found` for one of another request, or that goes on
 */
export async function sharePairing(
  { tx }: Change,
  { id, pairing_id }: Of,
  pairingId: string,
): Promise<void> {
  const shared = await tx
    .updateTable('pairings')
    .set({ shared_with: pairing_id, shared_at: sql<Date>`clock_timestamp()` })
    .where('ticket_id', '=', id)
    .where('id', '=', pairingId)
    .where('developer_id', 'is not', null)
    .where('ended_at', 'is not', null)
    .executeTakeFirst();
  if (shared.numUpdatedRows === 0n) throw new Refusal('not_found');
}

/** Whether an earlier conversation is shown already to whoever has the request. */
export async function isShared(
  tx: Tx,
  { id, pairing_id }: Of,
  pairingId: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('pairings')
    .select('id')
    .where('ticket_id', '=', id)
    .where('id', '=', pairingId)
    .where('shared_with', '=', pairing_id)
    .executeTakeFirst();
  return found !== undefined;
}

import { sql } from 'kysely';
import { isHandover } from '#domain/handover.ts';
import type { Action } from '#domain/lifecycle.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from './change.ts';
import type { TicketRow } from './locked.ts';

type Of = Pick<TicketRow, 'id' | 'pairing_id'>;

/** A conversation that has ended, with its developer. */
export interface EndedPairing {
  id: string;
  developer_id: string | null;
}

/**
 * Gives a locked request to a developer.
 * @returns the id of the new pairing
 */
export async function beginPairing(tx: Tx, ticket: Of, developer_id: string): Promise<string> {
  const { id } = await tx
    .insertInto('pairings')
    .values({ ticket_id: ticket.id, developer_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Ends the pairing of a locked request by an action. Waiting mails with the customer's words to that
 * developer are dropped. A request that is handed over is announced again.
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
  if (isHandover(ended_by)) await enqueueJob(tx, 'announce-request', { ticket_id });
}

/** The name in the outbox of mails with words of a conversation, for one of its two people. */
export function wordsOf(pairingId: string, personId: string | null): string {
  return `pairing:${pairingId}:${personId}`;
}

/** Stores the note of the developer who has just lost a request for the next one. */
export async function leaveNote({ tx }: Change, ticketId: string, note: string): Promise<void> {
  await tx.updateTable('pairings').set({ note }).where('id', 'in', latest(tx, ticketId)).execute();
}

/**
 * The pairing of a message that a step or moderator posts: the current one, or the last. A request
 * without any developer so far has none.
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

/** The last conversation of a request with one developer. */
export async function pairingWith(
  tx: Tx,
  ticketId: string,
  developerId: string,
): Promise<string | undefined> {
  const last = await tx
    .selectFrom('pairings')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('developer_id', '=', developerId)
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.id;
}

/** The ended conversation of a message: the current developer has no part in it. */
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
 * Shares an earlier conversation of a locked request with the current developer.
 * @throws Refusal `not_found` for one of another request, or the current one
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

/** Whether the current developer can already read an earlier conversation. */
export async function isShared(tx: Tx, { pairing_id }: Of, pairingId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('pairings')
    .select('id')
    .where('id', '=', pairingId)
    .where('shared_with', '=', pairing_id)
    .executeTakeFirst();
  return found !== undefined;
}

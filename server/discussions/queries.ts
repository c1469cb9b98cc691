import { sql } from 'kysely';
import type { Message } from '#domain/message.ts';
import { Refusal } from '#domain/refusals.ts';
import { isInPairing, type Paired, sideIn } from '#domain/relation.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { notTheirs } from '../lifecycle/visibility.ts';
import { asMessage, storedMessage, type ThreadTicket } from './thread.ts';

/** @throws Refusal `not_found` */
export async function messageFor(db: Reader, viewer: Viewer, id: string): Promise<Message> {
  const row = await storedMessage(db, { id });
  const ticket = await threadFor(db, viewer, row.ticket_id);
  if (!isInPairing(viewer, ticket, row.pairing_id)) throw new Refusal('not_found');
  return asMessage(row, viewer.id, ticket);
}

/**
 * The request of a thread, for its two sides; a candidate sees the request, but no messages.
 * @throws Refusal `not_found` for everyone else
 */
export async function threadFor(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
): Promise<ThreadTicket> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['id', 'customer_id', 'developer_id', 'pairing_id', 'status', 'status_before_help'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket || !sideIn(ticket, viewer.id)) throw await notTheirs(db, viewer, ticketId);
  return ticket;
}

/**
 * Rows of a locked request, such as messages, that concern a side: all for the customer; for a
 * developer their own conversation, and what was posted to the request itself.
 */
export function partIn(ticket: Paired, personId: string) {
  return ticket.customer_id === personId
    ? sql<boolean>`true`
    : sql<boolean>`(pairing_id is null or pairing_id = ${ticket.pairing_id}::uuid)`;
}

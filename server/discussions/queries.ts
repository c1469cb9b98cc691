import type { Message } from '#domain/message.ts';
import { Refusal } from '#domain/refusals.ts';
import { sideIn } from '#domain/relation.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { asMessage, storedMessage, type ThreadTicket } from './thread.ts';

/** @throws Refusal `not_found` */
export async function messageFor(db: Reader, viewer: Viewer, id: string): Promise<Message> {
  const row = await storedMessage(db, { id });
  return asMessage(row, viewer.id, await threadFor(db, viewer, row.ticket_id));
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
    .select(['id', 'customer_id', 'developer_id', 'status', 'status_before_help'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket || !sideIn(ticket, viewer.id)) throw new Refusal('not_found');
  return ticket;
}

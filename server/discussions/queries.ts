import { Refusal } from '#domain/errors.ts';
import type { Message, MessagePage } from '#domain/message.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { relationOf } from '../tickets/relation.ts';
import { asMessage, messageRows, type StoredMessage, type ThreadTicket } from './thread.ts';

/** Which part of a thread: the newest where nothing is said. */
export interface ThreadPlace {
  limit: number;
  before?: number | undefined;
  after?: number | undefined;
  /** The id of a message that stands in the middle. */
  around?: string | undefined;
}

/**
 * Part of a thread, in time order. A thread is ordered by the position that each message got under
 * the request's lock, so all see one order.
 * @throws Refusal `not_found`
 */
export async function messagesFor(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
  place: ThreadPlace,
): Promise<MessagePage> {
  const ticket = await threadFor(db, viewer, ticketId);
  const { rows, older, newer } = await rowsAt(db, ticketId, place);
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    items: rows.map((row) => asMessage(row, viewer.id, ticket)),
    next_cursor: older && first ? String(first.position) : null,
    newer_cursor: newer && last ? String(last.position) : null,
  };
}

/** @throws Refusal `not_found` */
export async function messageFor(db: Reader, viewer: Viewer, id: string): Promise<Message> {
  const row = await messageRows(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
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
    .select(['id', 'customer_id', 'developer_id', 'status', 'status_before_help', 'categories'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  const relation = ticket && relationOf(viewer, ticket);
  if (!ticket || (relation !== 'customer' && relation !== 'developer')) {
    throw new Refusal('not_found');
  }
  return ticket;
}

interface Part {
  rows: StoredMessage[];
  older: boolean;
  newer: boolean;
}

async function rowsAt(db: Reader, ticketId: string, place: ThreadPlace): Promise<Part> {
  const { limit, before, after, around } = place;
  if (around !== undefined) return rowsAround(db, ticketId, { id: around, limit });
  if (after !== undefined) {
    const { rows, more } = await rowsAfter(db, ticketId, { after, limit });
    return { rows, older: true, newer: more };
  }
  const { rows, more } = await rowsBefore(db, ticketId, { before, limit });
  return { rows, older: more, newer: before !== undefined };
}

/** @throws Refusal `not_found` when the message is not of this thread */
async function rowsAround(
  db: Reader,
  ticketId: string,
  { id, limit }: { id: string; limit: number },
): Promise<Part> {
  const middle = await messageRows(db)
    .where('id', '=', id)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  if (!middle) throw new Refusal('not_found');
  const half = Math.ceil((limit - 1) / 2);
  const { position } = middle;
  const older = await rowsBefore(db, ticketId, { before: position, limit: half });
  const newer = await rowsAfter(db, ticketId, { after: position, limit: limit - 1 - half });
  const rows = [...older.rows, middle, ...newer.rows];
  return { rows, older: older.more, newer: newer.more };
}

async function rowsBefore(
  db: Reader,
  ticketId: string,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const rows = await messageRows(db)
    .where('ticket_id', '=', ticketId)
    .$if(before !== undefined, (query) => query.where('position', '<', before ?? 0))
    .orderBy('position', 'desc')
    .limit(limit + 1)
    .execute();
  return { rows: rows.slice(0, limit).reverse(), more: rows.length > limit };
}

async function rowsAfter(
  db: Reader,
  ticketId: string,
  { after, limit }: { after: number; limit: number },
) {
  const rows = await messageRows(db)
    .where('ticket_id', '=', ticketId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

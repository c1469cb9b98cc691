import { Refusal } from '#domain/errors.ts';
import type { Facts } from '#domain/facts.ts';
import type { Message } from '#domain/message.ts';
import { actionsFor } from '#domain/rulebook.ts';
import type { Reader } from '../database/database.ts';
import { fileMap } from '../files/file-map.ts';
import type { Page } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { asOneSide } from '../tickets/queries.ts';

/**
 * The newest page of a thread before a place, in time order within it. A thread is ordered by the
 * position that each message got under the request's lock, so all see one order.
 * @throws Refusal `not_found`
 */
export async function messagesFor(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
  page: { limit: number; before?: number | undefined },
): Promise<Page<Message>> {
  const facts = await threadFacts(db, viewer, ticketId);
  const rows = await messageRows(db)
    .where('ticket_id', '=', ticketId)
    .$if(page.before !== undefined, (query) => query.where('position', '<', page.before ?? 0))
    .orderBy('position', 'desc')
    .limit(page.limit + 1)
    .execute();
  const newest = rows.slice(0, page.limit);
  const oldest = newest.at(-1);
  return {
    items: newest.reverse().map((row) => asMessage(row, viewer, facts)),
    next_cursor: rows.length > page.limit && oldest ? String(oldest.position) : null,
  };
}

/** @throws Refusal `not_found` */
export async function messageFor(db: Reader, viewer: Viewer, id: string): Promise<Message> {
  const row = await messageRows(db).where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return asMessage(row, viewer, await threadFacts(db, viewer, row.ticket_id));
}

function messageRows(db: Reader) {
  return db
    .selectFrom('messages')
    .select(['id', 'position', 'ticket_id', 'author_id', 'text', 'is_system'])
    .select(fileMap('message_id', 'messages.id').as('attachments'))
    .select(['is_read', 'is_reported', 'notification_sent', 'client_id', 'created_at']);
}

type Row = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number];
type ThreadFacts = Facts & { relation: 'customer' | 'developer' };

async function threadFacts(db: Reader, viewer: Viewer, ticketId: string): Promise<ThreadFacts> {
  const relation = await asOneSide(db, viewer, ticketId);
  const ticket = await db
    .selectFrom('tickets')
    .select(['status', 'status_before_help', 'developer_id'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return {
    relation,
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    has_developer: ticket.developer_id !== null,
    reservations_held: 0,
    milestones: [],
  };
}

function asMessage({ position: _, ...row }: Row, viewer: Viewer, facts: ThreadFacts): Message {
  const mine = row.author_id === viewer.id;
  const message = { mine, reported: row.is_reported };
  return { ...row, actions: actionsFor('message', facts.relation, { ...facts, message }) };
}

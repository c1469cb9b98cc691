import { maySee, relationOf } from '#domain/relation.ts';
import type { Ticket, TicketCounts } from '#domain/ticket.ts';
import { ticketGroups } from '#domain/ticket-status.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { notTheirs } from '../lifecycle/visibility.ts';
import { asTickets, ticketRow } from './ticket-rows.ts';

/** A request as a person sees it; null when it does not exist or is not theirs to see. */
export async function findTicket(db: Reader, viewer: Viewer, id: string): Promise<Ticket | null> {
  const found = await ticketRow(db, viewer.id, id);
  const row = found.rows[0];
  const [ticket] =
    row && maySee(relationOf(viewer, row), row) ? await asTickets(db, found, viewer) : [];
  return ticket ?? null;
}

/** @throws Refusal `not_found` when it does not exist or is not theirs to see; `no_longer_yours` */
export async function ticketFor(db: Reader, viewer: Viewer, id: string): Promise<Ticket> {
  const ticket = await findTicket(db, viewer, id);
  if (!ticket) throw await notTheirs(db, viewer, id);
  return ticket;
}

/** The developer dashboard's counters. Source: specification 4.4. */
export async function countTickets(db: Reader, developerId: string): Promise<TicketCounts> {
  const rows = await db
    .selectFrom('tickets')
    .select(['status', (query) => query.fn.countAll<number>().as('count')])
    .where('developer_id', '=', developerId)
    .groupBy('status')
    .execute();
  const count = (group: readonly string[]) =>
    rows.filter(({ status }) => group.includes(status)).reduce((sum, row) => sum + row.count, 0);
  return {
    in_progress: count(ticketGroups.in_progress),
    awaiting_response: count(ticketGroups.awaiting_response),
    completed: count(ticketGroups.completed),
  };
}

import { sql } from 'kysely';
import type { RequestMoney } from '#domain/moderation.ts';
import type { Reader } from '../database/database.ts';
import type { TicketRow } from '../lifecycle/locked.ts';

/** Where the money of each request is; those without any are left out. In cents. */
export async function moneyOf(
  db: Reader,
  ticketIds: readonly string[],
): Promise<Map<string, RequestMoney>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('billing_records')
    .select('ticket_id')
    .select([
      sql<number>`coalesce(sum(price_cents) filter (where status = 'held'), 0)::int`.as(
        'held_cents',
      ),
      sql<number>`sum(released_cents - case_refunded_cents)::int`.as('released_cents'),
      sql<number>`sum(refunded_cents + case_refunded_cents)::int`.as('refunded_cents'),
    ])
    .where('ticket_id', 'in', ticketIds)
    .groupBy('ticket_id')
    .execute();
  return new Map(rows.map(({ ticket_id, ...money }) => [ticket_id ?? '', money]));
}

export const NO_MONEY: RequestMoney = { held_cents: 0, released_cents: 0, refunded_cents: 0 };

/** What the audit log keeps of a request before and after an act: ids, states and amounts. */
export async function stateOf(db: Reader, ticket: TicketRow) {
  const { open_reports } = await db
    .selectFrom('reports')
    .select((query) => query.fn.countAll<number>().as('open_reports'))
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    developer_id: ticket.developer_id,
    open_reports,
    ...((await moneyOf(db, [ticket.id])).get(ticket.id) ?? NO_MONEY),
  };
}

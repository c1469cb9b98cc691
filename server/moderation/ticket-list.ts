import { sql } from 'kysely';
import type { ModeratedSide, ModeratedTicket } from '#domain/moderation.ts';
import { DELETED_USER, fullName } from '#domain/profile.ts';
import { sidesOf } from '#domain/relation.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { isBanned } from '../database/banned.ts';
import type { Reader } from '../database/database.ts';
import { beyond, type Page, type PageRequest, pageOf, parseCursor } from '../http/paging.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { directions, type ListOrder } from './list-order.ts';
import { moneyOf, NO_MONEY } from './request-state.ts';

export interface TicketSearch extends PageRequest {
  status?: TicketStatus | undefined;
  /** The six characters of a short id. */
  q?: string | undefined;
  order: ListOrder;
}

/** Requests, by when they came into their state. */
export async function listModeratedTickets(
  db: Reader,
  { status, q, order, ...page }: TicketSearch,
): Promise<Page<ModeratedTicket>> {
  const after = parseCursor(page.cursor);
  const direction = directions[order];
  const rows = await moderatedRows(db)
    .$if(status !== undefined, (query) =>
      query.where('t.status', '=', status ?? 'DEVELOPER_WORKING'),
    )
    .$if(q !== undefined, (query) =>
      query.where(sql<boolean>`right(t.id::text, 6) = ${q?.toLowerCase()}`),
    )
    .where(beyond(after, { by: ['t.status_since', 't.id'], order: direction }))
    .orderBy('t.status_since', direction)
    .orderBy('t.id', direction)
    .limit(page.limit + 1)
    .execute();
  const { items, next_cursor } = pageOf(rows, page.limit, ({ status_since, id }) => [
    status_since.toISOString(),
    id,
  ]);
  return { items: await asModeratedTickets(db, items), next_cursor };
}

/** Requests (`t`) with what waits for a decision about each. */
export function moderatedRows(db: Reader) {
  return db
    .selectFrom('tickets as t')
    .selectAll('t')
    .select([
      sql<number>`(select count(*) from reports r
        where r.ticket_id = t.id and r.status = 'open')::int`.as('open_reports'),
      sql<number>`(select count(*) from appeals a
        where a.ticket_id = t.id and a.status = 'open')::int`.as('open_appeals'),
      sql<number>`(select count(*) from disputes d join billing_records b on b.id = d.billing_record_id
        where b.ticket_id = t.id and ${undecidedDispute()})::int`.as('open_disputes'),
    ]);
}

export type ModeratedRow = Awaited<ReturnType<ReturnType<typeof moderatedRows>['execute']>>[number];

/** Rows with the people and the money of each. */
export async function asModeratedTickets(
  db: Reader,
  rows: readonly ModeratedRow[],
): Promise<ModeratedTicket[]> {
  const sides = rows.flatMap(sidesOf);
  const people = await sidesBy(db, [...new Set(sides)]);
  const money = await moneyOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, status, status_since, status_before_help, created_at } = row;
    const { open_reports, open_appeals, open_disputes } = row;
    return {
      id,
      status,
      status_since,
      status_before_help,
      created_at,
      open_reports,
      open_appeals,
      open_disputes,
      title: ticketTitle(row),
      description_title: splitDescription(row.description).title,
      customer: people.get(row.customer_id) ?? nobody(row.customer_id),
      developer:
        row.developer_id === null
          ? null
          : (people.get(row.developer_id) ?? nobody(row.developer_id)),
      money: money.get(id) ?? NO_MONEY,
    };
  });
}

async function sidesBy(db: Reader, ids: readonly string[]): Promise<Map<string, ModeratedSide>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('profiles as p')
    .leftJoin('users as u', 'u.id', 'p.id')
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.user_type', 'p.deleted_at', 'u.email'])
    .select('u.banned_until')
    .where('p.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, email, banned_until, deleted_at, user_type, ...name }) => {
      const named = fullName(name, user_type === 'developer' ? 'Developer' : 'Customer');
      const suspended = isBanned({ banned_until });
      return [id, { id, email, suspended, full_name: deleted_at ? DELETED_USER : named }];
    }),
  );
}

const nobody = (id: string): ModeratedSide => ({
  id,
  full_name: DELETED_USER,
  email: null,
  suspended: false,
});

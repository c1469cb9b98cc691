import { type RawBuilder, sql } from 'kysely';
import type { CaseOrder, CaseOwner } from '#domain/case-queue.ts';
import type { Taker } from '#domain/desk.ts';
import type { Action } from '#domain/lifecycle.ts';
import type { ModeratedSide, ModeratedTicket } from '#domain/moderation.ts';
import { DELETED_USER, fullName } from '#domain/profile.ts';
import { NO_MONEY } from '#domain/record-money.ts';
import { sidesOf } from '#domain/relation.ts';
import { ticketTitle } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { splitDescription } from '#domain/ticket-words.ts';
import { isBanned } from '../database/banned.ts';
import type { Reader } from '../database/database.ts';
import {
  directions,
  formatCursor,
  type ListOrder,
  type Page,
  type PageRequest,
  pageOf,
  parseRankedCursor,
  readPage,
} from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { undecidedDispute } from '../ledger/money-left.ts';
import { helpOf } from './help.ts';
import { holds } from './person-search.ts';
import { moneyOf } from './request-state.ts';

export interface TicketSearch extends PageRequest {
  status?: TicketStatus | undefined;
  /** The step that brought it to the moderators. */
  kind?: Action | undefined;
  /** Part of either side's name or email address. */
  person?: string | undefined;
  taken?: CaseOwner | undefined;
  sort: CaseOrder;
  /** The six characters of a short id. */
  q?: string | undefined;
  order: ListOrder;
}

/**
 * Requests by the age of their state; those that need help also by the money held for them or by
 * whose turn it is. Each order has an index.
 */
export async function listModeratedTickets(
  db: Reader,
  moderator: Viewer,
  search: TicketSearch,
): Promise<Page<ModeratedTicket>> {
  const { sort, ...ofAge } = search;
  return sort === 'age'
    ? byAge(db, moderator, ofAge)
    : byRank(db, moderator, { ...ofAge, rank: ranks[sort] });
}

/**
 * Ascending; the longest waiting first among equals. Indexes: tickets_help_by_held,
 * tickets_help_by_turn.
 */
const ranks: Record<Exclude<CaseOrder, 'age'>, RawBuilder<number>> = {
  held: sql<number>`(-t.held_cents)`,
  turn: sql<number>`((t.asked_at is not null)::int)`,
};

type Search = Omit<TicketSearch, 'sort'>;

async function byRank(
  db: Reader,
  moderator: Viewer,
  { rank, ...search }: Search & { rank: RawBuilder<number> },
): Promise<Page<ModeratedTicket>> {
  const { limit, cursor } = search;
  const after = parseRankedCursor(cursor);
  const rows = await searched(db, moderator, search)
    .select(rank.as('rank'))
    .where('t.status', '=', 'REQUIRES_MOD_ASSISTANCE')
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${rank}, t.status_since, t.id)
          > (${after?.[0]}::int, ${after?.[1]}::timestamptz, ${after?.[2]}::uuid)`,
      ),
    )
    .orderBy(rank)
    .orderBy('t.status_since')
    .orderBy('t.id')
    .limit(limit + 1)
    .execute();
  const { items, next_cursor } = pageOf(rows, limit, ({ rank, status_since, id }) => [
    rank,
    status_since.toISOString(),
    id,
  ]);
  return { items: await asModeratedTickets(db, moderator, items), next_cursor };
}

async function byAge(
  db: Reader,
  moderator: Viewer,
  { order, ...search }: Search,
): Promise<Page<ModeratedTicket>> {
  const found = await readPage(searched(db, moderator, search), search, {
    by: ['t.status_since', 't.id'],
    order: directions[order],
  });
  return { ...found, items: await asModeratedTickets(db, moderator, found.items) };
}

/** The cursor after a case in each order, for the way to the next one; null where it is no case. */
export function placesOf({
  id,
  status,
  status_since,
  held_cents,
  asked_at,
}: ModeratedRow): Record<CaseOrder, string> | null {
  if (status !== 'REQUIRES_MOD_ASSISTANCE') return null;
  const place = [status_since.toISOString(), id];
  return {
    age: formatCursor(place),
    held: formatCursor([-held_cents, ...place]),
    turn: formatCursor([asked_at === null ? 0 : 1, ...place]),
  };
}

function searched(
  db: Reader,
  { id: me }: Viewer,
  { status, kind, q, person, taken }: Omit<Search, 'order'>,
) {
  return moderatedRows(db)
    .$if(status !== undefined, (query) => query.where('t.status', '=', status as TicketStatus))
    .$if(kind !== undefined, (query) => query.where('t.help_kind', '=', kind as Action))
    .$if(q !== undefined, (query) =>
      query.where(sql<boolean>`right(t.id::text, 6) = ${q?.toLowerCase()}`),
    )
    .$if(person !== undefined, (query) =>
      query.where(sql<boolean>`exists (select from users u join profiles p on p.id = u.id
        where u.id in (t.customer_id, t.developer_id) and ${holds(person ?? '')})`),
    )
    .$if(taken !== undefined, (query) => query.where(takenBy(me)[taken ?? 'mine']));
}

const takenBy = (me: string): Record<CaseOwner, RawBuilder<boolean>> => ({
  mine: sql`t.moderator_id = ${me}`,
  nobody: sql`t.moderator_id is null`,
  free: sql`(t.moderator_id is null or t.moderator_id = ${me})`,
  others: sql`t.moderator_id <> ${me}`,
});

/** Requests (`t`) with counts of what waits for a decision. */
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

/** Rows with their people and money. */
export async function asModeratedTickets(
  db: Reader,
  moderator: Viewer,
  rows: readonly ModeratedRow[],
): Promise<ModeratedTicket[]> {
  const sides = rows.flatMap((row) => [
    ...sidesOf(row),
    ...(row.moderator_id ? [row.moderator_id] : []),
  ]);
  const people = await sidesBy(db, [...new Set(sides)]);
  const money = await moneyOf(
    db,
    rows.map(({ id }) => id),
  );
  const help = await helpOf(db, moderator, rows);
  const sideOf = (id: string) => people.get(id) ?? nobody(id);
  return rows.map((row) => ({
    ...row,
    title: ticketTitle(row),
    description_title: splitDescription(row.description).title,
    customer: sideOf(row.customer_id),
    developer: row.developer_id === null ? null : sideOf(row.developer_id),
    money: money.get(row.id) ?? NO_MONEY,
    help: help.get(row.id) ?? null,
    taken_by: takenOf(row, people),
  }));
}

function takenOf(
  { moderator_id, moderator_since }: ModeratedRow,
  people: Map<string, ModeratedSide>,
): Taker | null {
  if (moderator_id === null || moderator_since === null) return null;
  const full_name = people.get(moderator_id)?.full_name ?? DELETED_USER;
  return { id: moderator_id, full_name, since: moderator_since };
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
      const named = fullName(name, roleNames[user_type]);
      const suspended = isBanned({ banned_until });
      return [id, { id, email, suspended, full_name: deleted_at ? DELETED_USER : named }];
    }),
  );
}

const roleNames = { customer: 'Customer', developer: 'Developer', moderator: 'Moderator' } as const;

const nobody = (id: string): ModeratedSide => ({
  id,
  full_name: DELETED_USER,
  email: null,
  suspended: false,
});

import { sql } from 'kysely';
import { Refusal } from '#domain/errors.ts';
import type { Facts, Relation } from '#domain/facts.ts';
import { actionsFor } from '#domain/rulebook.ts';
import {
  type Ticket,
  type TicketCounts,
  type TicketListView,
  ticketGroups,
  ticketTitle,
} from '#domain/ticket.ts';
import { type Collaborators, collaborators } from '../accounts/queries.ts';
import type { Reader } from '../database/database.ts';
import { summariesOf } from '../discussions/unread.ts';
import { fileMap } from '../files/file-map.ts';
import { type Page, type PageRequest, pageOf, parseCursor } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { reservationsHeld } from './locked.ts';
import { maySee, relationOf } from './relation.ts';

/** One request as a person sees it; null when it is not there or not theirs to see. */
export async function findTicket(db: Reader, viewer: Viewer, id: string): Promise<Ticket | null> {
  const row = await ticketRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row || !maySee(relationOf(viewer, row), row)) return null;
  const [ticket] = await asTickets(db, viewer, [row]);
  return ticket ?? null;
}

/** @throws Refusal `not_found` when it is not there or not theirs to see: both answer alike */
export async function ticketFor(db: Reader, viewer: Viewer, id: string): Promise<Ticket> {
  const ticket = await findTicket(db, viewer, id);
  if (!ticket) throw new Refusal('not_found');
  return ticket;
}

/**
 * What a person is to a request that they may see.
 * @throws Refusal `not_found`
 */
export async function relationToTicket(db: Reader, viewer: Viewer, id: string): Promise<Relation> {
  const row = await db
    .selectFrom('tickets')
    .select(['customer_id', 'developer_id', 'categories', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  const relation = row && relationOf(viewer, row);
  if (!row || !relation || !maySee(relation, row)) throw new Refusal('not_found');
  return relation;
}

/**
 * What only the two sides of a request may see: a candidate sees the request itself and no more.
 * @throws Refusal `not_found` for everyone else
 */
export async function asOneSide(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<'customer' | 'developer'> {
  const relation = await relationToTicket(db, viewer, id);
  if (relation !== 'customer' && relation !== 'developer') throw new Refusal('not_found');
  return relation;
}

/** One page of a list, newest first. Each view has an index in its own order. */
export async function listTickets(
  db: Reader,
  viewer: Viewer,
  { view, open, ...page }: PageRequest & { view: TicketListView; open?: boolean | undefined },
): Promise<Page<Ticket>> {
  const after = parseCursor(page.cursor);
  const rows = await inView(ticketRows(db), viewer, view)
    .$if(open === true, (query) => query.where('t.status', 'in', ticketGroups.open))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(t.created_at, t.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(page.limit + 1)
    .execute();
  const { items, next_cursor } = pageOf(rows, page.limit, (row) => [
    row.created_at.toISOString(),
    row.id,
  ]);
  const tickets = await asTickets(db, viewer, items);
  return {
    items: view === 'discussions' ? await withThreads(db, viewer, tickets) : tickets,
    next_cursor,
  };
}

async function withThreads(db: Reader, viewer: Viewer, tickets: Ticket[]): Promise<Ticket[]> {
  const ids = tickets.map(({ id }) => id);
  const threads = await summariesOf(db, viewer.id, ids);
  return tickets.map((ticket) => ({ ...ticket, ...threads.get(ticket.id) }));
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

function ticketRows(db: Reader) {
  return db
    .selectFrom('tickets as t')
    .selectAll('t')
    .select(fileMap(null, 't.id').as('files'))
    .select((query) =>
      query
        .selectFrom('milestones as m')
        .select((m) => m.fn.countAll<number>().as('count'))
        .whereRef('m.ticket_id', '=', 't.id')
        .where('m.status', '<>', 'ACCEPTED')
        .as('undone_milestones'),
    );
}

type Rows = ReturnType<typeof ticketRows>;
type Row = Awaited<ReturnType<Rows['execute']>>[number];

function inView(rows: Rows, viewer: Viewer, view: TicketListView): Rows {
  switch (view) {
    case 'active':
      return rows
        .where('t.customer_id', '=', viewer.id)
        .where('t.status', 'in', ticketGroups.active);
    case 'history':
      return rows
        .where('t.customer_id', '=', viewer.id)
        .where('t.status', 'in', ticketGroups.history);
    case 'assigned':
      return rows.where('t.developer_id', '=', viewer.id);
    case 'available':
      return rows
        .where('t.status', '=', 'AWAITING_ASSIGNMENT')
        .where('t.developer_id', 'is', null)
        .where('t.customer_id', '<>', viewer.id)
        .where(sql<boolean>`t.categories && ${viewer.supported_categories}::text[]`);
    case 'discussions':
      return viewer.user_type === 'developer'
        ? rows.where('t.developer_id', '=', viewer.id)
        : rows.where('t.customer_id', '=', viewer.id).where('t.developer_id', 'is not', null);
  }
}

async function asTickets(db: Reader, viewer: Viewer, rows: Row[]): Promise<Ticket[]> {
  const others = rows.map((row) =>
    row.customer_id === viewer.id ? row.developer_id : row.customer_id,
  );
  const people = await collaborators(db, [...new Set(others.filter((id) => id !== null))]);
  const held = viewer.user_type === 'developer' ? await reservationsHeld(db, viewer.id) : 0;
  return rows.map((row) => asTicket(row, { viewer, people, held }));
}

interface Seen {
  viewer: Viewer;
  people: Collaborators;
  held: number;
}

function asTicket(
  { undone_milestones, status_before_help, ...row }: Row,
  { viewer, people, held }: Seen,
): Ticket {
  const relation = relationOf(viewer, row);
  const facts: Facts = {
    status: row.status,
    status_before_help,
    has_developer: row.developer_id !== null,
    reservations_held: held,
    // For the steps of the request itself only the number of those that are not done matters.
    milestones: Array.from({ length: undone_milestones ?? 0 }, () => ({
      id: '',
      status: 'PLANNED' as const,
    })),
  };
  const otherId = relation === 'customer' ? row.developer_id : row.customer_id;
  const person = otherId === null ? undefined : people.get(otherId);
  return {
    ...row,
    relation: relation === 'customer' || relation === 'developer' ? relation : 'candidate',
    title: ticketTitle(row),
    // A candidate sees who asks, but has no business with their address yet.
    counterpart: person
      ? { ...person, email: relation === 'candidate' ? null : person.email }
      : null,
    actions: actionsFor('ticket', relation, facts),
  };
}

import type { FastifyRequest } from 'fastify';
import { lastActivity } from '#domain/last-activity.ts';
import type { Ticket, TicketListView } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { ticketGroups } from '#domain/ticket-status.ts';
import { projectFactsOf } from '../code/project-facts.ts';
import type { Database, Reader } from '../database/database.ts';
import { asUtc } from '../database/utc.ts';
import { countUnread, summariesOf } from '../discussions/unread.ts';
import { formatCursor, type Page, type PageRequest, pageOf, parseCursor } from '../http/paging.ts';
import { readAs, statementAs } from '../http/read-as.ts';
import type { Viewer } from '../http/viewer.ts';
import { availableSql, seenSql } from '../lifecycle/visibility.ts';
import { asTickets, type TicketColumns, ticketRows, ticketsSql } from './ticket-rows.ts';

interface ListRequest extends PageRequest {
  view: TicketListView;
  open?: boolean | undefined;
  /** For discussions; other lists show the newest request first. */
  order?: 'created' | 'activity' | undefined;
  /** For discussions: only those with unread messages. */
  unread?: boolean | undefined;
}

/**
 * Row limits, written into the statement: with a parameter PostgreSQL assumes a tenth of the table, and
 * plans each call anew on large tables.
 */
const READS = [21, 51, 101];

/**
 * One page of the viewer's list, newest first. Each view has an index in its own order.
 * @returns also `db`, who answered, for what else is read beside the page
 */
export async function listTickets(
  request: FastifyRequest,
  { view, open, order, unread, ...page }: ListRequest,
): Promise<{ viewer: Viewer; db: Database; page: Page<Ticket> }> {
  const after = parseCursor(page.cursor);
  const most = READS.find((reads) => reads > page.limit) ?? page.limit + 1;
  const isDiscussed = view === 'discussions';
  const byActivity = isDiscussed && order === 'activity';
  const statements = statementsOf(view, {
    open: open === true,
    unread: isDiscussed && unread === true,
    byActivity,
    after: after !== null,
    most,
  });
  const { viewer, found, db } = await read(
    request,
    statements,
    { after_time: after?.[0], after_id: after?.[1] },
    page.limit,
  );
  const { items, next_cursor } = pageOf(found.rows, page.limit, (row) => [
    asUtc(row.created_at),
    row.id,
  ]);
  const tickets = await asTickets(db, { ...found, rows: items }, viewer);
  const withProject = items.filter((row) => row.has_project).map(({ id }) => id);
  const listed = await withMore(db, viewer, { view, withProject }, tickets);
  const last = listed.at(-1);
  return {
    viewer,
    db,
    page: {
      items: listed,
      next_cursor:
        byActivity && next_cursor && last
          ? formatCursor([lastActivity(last).toISOString(), last.id])
          : next_cursor,
    },
  };
}

interface Which {
  open: boolean;
  unread: boolean;
  byActivity: boolean;
  after: boolean;
  most: number;
}

/** Asks one statement after the other until one has more than a page; the last one knows of all requests. */
async function read(
  request: FastifyRequest,
  statements: readonly string[],
  values: Readonly<Record<string, unknown>>,
  limit: number,
) {
  const [statement = '', ...later] = statements;
  const { viewer, answer, db } = await readAs<TicketColumns>(request, statement, values);
  const found = ticketRows(answer);
  if (found.rows.length > limit || later.length === 0) return { viewer, found, db };
  return read(request, later, values, limit);
}

const AFTER = { after_time: 'timestamptz', after_id: 'uuid' };
const known = new Map<string, string[]>();

function statementsOf(view: TicketListView, which: Which): string[] {
  const name = [view, ...Object.values(which)].join(' ');
  const made =
    known.get(name) ??
    sourcesOf(view, which).map((source) => statementAs(ticketsSql(source, whose[view]), AFTER));
  known.set(name, made);
  return made;
}

function sourcesOf(view: TicketListView, which: Which): string[] {
  const conditions = [
    ...(which.open ? [among(ticketGroups.open)] : []),
    ...(which.unread ? [HAS_UNREAD] : []),
  ];
  if (which.byActivity) return [activeSource(view, conditions, which)];
  const newest = newestSource(view, conditions, which);
  return view === 'available' ? [recentSource(conditions, which), newest] : [newest];
}

/**
 * The requests in each list of `viewer`. Conditions that depend on the role are separate parts, so that
 * each is read in the order of its index. Source: specification 4.4, 5 and 6.
 */
const parts: Record<TicketListView, string[]> = {
  active: [`customer_id = viewer.id and ${among(ticketGroups.active)}`],
  history: [`customer_id = viewer.id and ${among(ticketGroups.history)}`],
  assigned: ['developer_id = viewer.id'],
  available: availableSql('viewer', 'tickets'),
  discussions: [
    `developer_id = viewer.id and viewer.user_type = 'developer'`,
    // Also without a developer: the messages remain the customer's.
    `customer_id = viewer.id and viewer.user_type <> 'developer'
      and exists (select from pairings p where p.ticket_id = tickets.id)`,
  ],
};

const whose: Partial<Record<TicketListView, Parameters<typeof ticketsSql>[1]>> = {
  assigned: 'others',
  available: 'open',
};

const HAS_UNREAD = `exists (select from messages m
  where m.ticket_id = tickets.id and m.author_id <> viewer.id and not m.is_read
    and ${seenSql.isInPairing('viewer', 'm', 'tickets')})`;

const NEWEST = 'order by created_at desc, id desc';

function newestSource(view: TicketListView, conditions: readonly string[], which: Which): string {
  return `(${sourceOf(view, [...conditions, ...afterOf(which)], which.most)}) t
    order by t.created_at desc, t.id desc limit ${which.most}`;
}

const afterOf = ({ after }: Which): string[] =>
  after ? ['(created_at, id) < (asked.after_time, asked.after_id)'] : [];

/**
 * How many of the newest open requests, whatever their field, are looked at first. Mostly they fill a page,
 * in half the time that reading each field by itself takes.
 */
const RECENT = 300;

function recentSource(conditions: readonly string[], which: Which): string {
  const open = [seenSql.isOpen('tickets'), ...conditions, ...afterOf(which)].join(' and ');
  return `(select * from tickets where ${open} ${NEWEST} limit ${RECENT}) t
    where ${seenSql.isCandidate('viewer')} order by t.created_at desc, t.id desc limit ${which.most}`;
}

/**
 * By their last step, or message that the viewer reads, latest first. Nothing is stored for it: a person has
 * few discussions, and an index gives the newest message of each.
 */
function activeSource(view: TicketListView, conditions: readonly string[], which: Which): string {
  const all = parts[view]
    .map((part) => `select * from tickets where ${[part, ...conditions].join(' and ')}`)
    .join(' union all ');
  const after = which.after ? 'where (active_at, id) < (asked.after_time, asked.after_id)' : '';
  return `(select * from (select every.*, greatest(every.status_since, (select m.created_at
        from messages m left join pairings p on p.id = m.pairing_id
        where m.ticket_id = every.id and ${seenSql.readsPairing('viewer', 'p', 'every')}
        order by m.position desc limit 1)) as active_at
      from (${all}) every) active ${after}
    order by active_at desc, id desc limit ${which.most}) t
    order by t.active_at desc, t.id desc`;
}

/** Merges parts in the list's order as they are read, no further than the page. */
function sourceOf(view: TicketListView, conditions: readonly string[], most: number): string {
  // A request that fits in several categories is listed once; its other columns are read last.
  if (view === 'available')
    return `select t.* from (
      select distinct on (created_at, id) * from (${newestOf('id, created_at', view, conditions, most)}) every
      ${NEWEST} limit ${most}) found join tickets t using (id, created_at)`;
  return newestOf('*', view, conditions, most);
}

function newestOf(
  columns: string,
  view: TicketListView,
  conditions: readonly string[],
  most: number,
): string {
  return parts[view]
    .map(
      (part) => `(select ${columns} from tickets where ${[part, ...conditions].join(' and ')}
      ${NEWEST} limit ${most})`,
    )
    .join(' union all ');
}

function among(statuses: readonly TicketStatus[]): string {
  return `status in (${statuses.map((status) => `'${status}'`).join(', ')})`;
}

/** What single lists say of their requests beside what all do. */
async function withMore(
  db: Reader,
  viewer: Viewer,
  { view, withProject }: { view: TicketListView; withProject: readonly string[] },
  tickets: Ticket[],
): Promise<Ticket[]> {
  if (view === 'available') {
    const projects = await projectFactsOf(db, withProject);
    return tickets.map((ticket) =>
      Object.assign(ticket, { project: projects.get(ticket.id) ?? null }),
    );
  }
  if (view === 'history') return tickets;
  const ids = tickets.map(({ id }) => id);
  if (view !== 'discussions') {
    const unread = await countUnread(db, viewer.id, ids);
    return tickets.map((ticket) => Object.assign(ticket, { unread: unread.get(ticket.id) ?? 0 }));
  }
  const threads = await summariesOf(db, viewer.id, ids);
  return tickets.map((ticket) => ({ ...ticket, ...threads.get(ticket.id) }));
}

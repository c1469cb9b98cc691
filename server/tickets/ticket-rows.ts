import { CompiledQuery } from 'kysely';
import { overdue, type Pause } from '#domain/clock.ts';
import { HANDOVERS, heldCents } from '#domain/handover.ts';
import { type Asker, isOpen, isSide, relationOf } from '#domain/relation.ts';
import { type Facts, onlyRepairsLeft, type Relation } from '#domain/rule-facts.ts';
import { actionsFor, clockWillTake } from '#domain/rulebook.ts';
import { type Handover, REQUEST_COLUMNS, type Ticket, ticketTitle } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { nextTimer } from '#domain/timer.ts';
import { turn } from '#domain/turn.ts';
import {
  asCollaborator,
  CUSTOMER_ROWS,
  OF_DEVELOPERS,
  PERSON_ROWS,
  type PersonRow,
  personLayout,
} from '../accounts/person.ts';
import { type Columns, layoutOf, pickerOf } from '../database/columns.ts';
import type { Reader } from '../database/database.ts';
import { asUtc } from '../database/utc.ts';
import { type FileOf, fileMaps, filesOfSql } from '../files/files-of.ts';
import { leftAloneSql } from '../lifecycle/guaranteed.ts';
import {
  comparingFacts,
  REPORT_OPEN,
  type Reservations,
  reservationsSql,
  waitingFacts,
  wasPaidSql,
} from '../lifecycle/locked.ts';
import {
  asWork,
  type OpenMilestone,
  openMilestoneLayout,
  openMilestonesOf,
  openMilestonesSql,
} from '../lifecycle/turns.ts';
import { undecidedSql } from '../lifecycle/under-review.ts';
import { seenSql } from '../lifecycle/visibility.ts';

/** A request as `ticketsSql` reads it into JSON: times are text, in UTC. */
export interface TicketView
  extends Omit<
    Ticket,
    | 'title'
    | 'counterpart'
    | 'relation'
    | 'turn'
    | 'actions'
    | 'unread'
    | 'last_message'
    | 'handover'
    | 'held_cents'
    | 'only_repairs_left'
    | 'timer'
    | 'quotes'
  > {
  /** Until then it is for some first. */
  first_until: Date | null;
  first_for: string[];
  status_since: string;
  reserved_until: string | null;
  created_at: string;
  status_before_help: TicketStatus | null;
  keeps_held: boolean;
  handed_over: boolean;
  has_project: boolean;
  replaced: string[];
  quotes_until: string | null;
  quotes_told: boolean;
  quoted_by: string[];
  invited: string[];
  pauses: Pause[] | null;
  reminded_at: string | null;
  /** The other side's id. */
  other_id: string | null;
  /** A report waits for a moderator, so that a delivery in review is not approved automatically. */
  report_open: boolean;
  /** Pending, while moderators have a report or an appeal to decide: it cannot be deleted. */
  undecided: boolean;
}

/** The last handover by a developer who had grabbed the request. */
type Handed = Pick<Handover, 'ended_by' | 'note' | 'accepted_milestones'> & {
  ticket_id: string;
  ended_at: Date;
  refund_at: Date | null;
  /** The customer has paid something. Only a request that was handed over can be open and paid. */
  was_paid: boolean;
};

/** Requests, with what several of them share. */
export interface TicketRows {
  rows: TicketView[];
  /** The unapproved milestones, in the order of their plans; null where they were left out. */
  milestones: OpenMilestone[] | null;
  /** Requests with a guarantee and no developer to repair: their customer may need help. */
  left_alone: readonly string[];
  /** The other sides, each once. */
  people: PersonRow[];
  /** The viewer's. */
  reservations: Partial<Reservations>;
}

/** A row as it is read: files come by themselves, times are text, and empty lists are null. */
type TicketRowView = Omit<TicketView, 'files' | 'first_until' | List> & {
  first_until: string | null;
} & { [list in List]: string[] | null };
type List = (typeof LISTS)[number];

/** The same as `ticketsSql` reads it. */
export interface TicketColumns extends Reservations {
  tickets: Columns<TicketRowView>;
  milestones: Columns<OpenMilestone> | null;
  left_alone: string[] | null;
  files: FileOf[] | null;
  people: Columns<PersonRow>;
}

export function ticketRows({
  tickets,
  milestones,
  left_alone,
  files,
  people,
  ...counts
}: TicketColumns): TicketRows {
  const maps = fileMaps(files);
  const rows = ticketLayout.rows(tickets).map((row) =>
    Object.assign(row, {
      files: maps.get(row.id) ?? {},
      first_until: dateOf(row.first_until),
      replaced: row.replaced ?? [],
      quoted_by: row.quoted_by ?? [],
      invited: row.invited ?? [],
      first_for: row.first_for ?? [],
    }),
  );
  const { reservations_held, reservations_dropped, quotes_running, taker } = counts;
  return {
    rows,
    milestones: milestones && openMilestoneLayout.rows(milestones),
    left_alone: left_alone ?? [],
    people: personLayout.rows(people),
    reservations: { reservations_held, reservations_dropped, quotes_running, taker },
  };
}

const FLAGS = ['keeps_held', 'handed_over', 'has_project', 'quotes_told'] as const;
const PLAIN = [
  ...(['id', 'customer_id', 'developer_id', 'status', 'status_since', 'created_at'] as const),
  ...(['mode', ...REQUEST_COLUMNS.filter((name) => name !== 'ai_tool_other')] as const),
] as const;
/** Lists of people, which are empty in most rows. */
const LISTS = ['replaced', 'quoted_by', 'invited', 'first_for'] as const;
const RARE = ['ai_tool_other', 'quotes_until', 'first_until'] as const;
/** Null for requests that nobody has, where it says anything about them. */
const OF_WORK = [
  ...(['status_before_help', 'reserved_until', 'help', 'cancellation', 'ending'] as const),
  ...(['question', 'change', 'reminded_at'] as const),
] as const;
const NOT_OF_OPEN = ['developer_id', ...OF_WORK, 'pauses'] as const;

const ticketLayout = layoutOf<TicketRowView>({
  plain: [...PLAIN, 'other_id'],
  flags: [...FLAGS, 'report_open', 'undecided'],
  rare: [...LISTS, ...RARE, ...OF_WORK, 'pauses'],
});

/** What the API tells of a row as it is. */
const SHOWN = [
  ...(['id', 'customer_id', 'developer_id', 'status', 'mode', ...REQUEST_COLUMNS] as const),
  ...(['help', 'cancellation', 'ending', 'question', 'change', 'files'] as const),
] as const;
const shownOf = pickerOf<TicketView, (typeof SHOWN)[number]>(SHOWN);

const HANDED = HANDOVERS.map((action) => `'${action}'`).join(', ');

/** For few requests: of most lists none was handed over. */
const HANDED_SQL = `select distinct on (p.ticket_id) p.ticket_id, p.ended_by, p.ended_at, p.note,
    done.accepted_milestones, ${wasPaidSql('p.ticket_id')} as was_paid,
    (select d.due_at from deadlines d where d.ticket_id = p.ticket_id
      and d.action = 'refund-held' and d.done_at is null) as refund_at
  from pairings p, lateral (select count(*) as accepted_milestones
    from milestones m
    where m.ticket_id = p.ticket_id and m.status = 'ACCEPTED') done
  where p.ticket_id = any ($1) and p.ended_by in (${HANDED})
  order by p.ticket_id, p.ended_at desc`;

const ofT = (columns: readonly string[]) => columns.map((name) => `t.${name}`).join(', ');
const SHOWN_OF_T = `${ofT([...PLAIN, ...FLAGS, ...RARE])},
  ${LISTS.map((name) => `nullif(t.${name}, '{}') as ${name}`).join(', ')}`;
const OPEN_OF_T = `${SHOWN_OF_T}, false as report_open, false as undecided`;
const ALL_OF_T = `${SHOWN_OF_T}, ${ofT(OF_WORK)}, nullif(t.pauses, '[]') as pauses,
  ${REPORT_OPEN} as report_open,
  (t.status = 'AWAITING_ASSIGNMENT' and ${undecidedSql('t.id')}) as undecided`;

const MILESTONES = openMilestoneLayout.sql(
  `(${openMilestonesSql('array(select id from page)')}) open`,
);

/**
 * Whose requests `ticketsSql` reads: for some lists more of it can be left out. Of `open` ones only those
 * that were handed over have a plan, which `asTickets` looks up.
 */
type Whose = 'open' | 'others' | 'anybody';

/**
 * SQL for requests `t` of a source as `viewer` sees them, without the rulebook's answers.
 */
export const ticketsSql = (source: string, whose: Whose = 'anybody') => `with page as (
    select ${whose === 'open' ? OPEN_OF_T : ALL_OF_T}, ${seenSql.otherSide('viewer')} as other_id
    from ${source})
  select ${ticketLayout.sql('page', whose === 'open' ? NOT_OF_OPEN : [])} as tickets,
    ${whose === 'open' ? 'null::json' : MILESTONES} as milestones,
    ${whose === 'anybody' ? leftAloneSql('viewer', 'page') : 'null::json'} as left_alone,
    ${filesOfSql(null, 'select id from page')} as files,
    ${whose === 'anybody' ? peopleSql(PERSON_ROWS) : peopleSql(CUSTOMER_ROWS, OF_DEVELOPERS)} as people,
    ${reservationsSql('viewer.id')}`;

function peopleSql(rows: string, without: readonly (keyof PersonRow)[] = []): string {
  return personLayout.sql(
    `(${rows} where p.id = any (array(select other_id from page))) person`,
    without,
  );
}

const NOTHING: TicketRows = {
  rows: [],
  milestones: [],
  left_alone: [],
  people: [],
  reservations: {},
};

/** A request with a person's relation to it, whether or not they may see it. */
export async function ticketRow(db: Reader, viewerId: string, id: string): Promise<TicketRows> {
  const { rows } = await db.executeQuery<TicketColumns>(
    CompiledQuery.raw(
      `select answer.* from (select $1::uuid as id) viewer,
        lateral (${ticketsSql('tickets t where t.id = $2')}) answer`,
      [viewerId, id],
    ),
  );
  return rows[0] ? ticketRows(rows[0]) : NOTHING;
}

/** Requests as the API returns them to a viewer who may see them. */
export async function asTickets(
  db: Reader,
  { rows, milestones, left_alone, people, reservations }: TicketRows,
  viewer: Asker,
): Promise<Ticket[]> {
  const others = new Map(people.map((person) => [person.id, person]));
  const handed_over = rows.filter((row) => row.handed_over).map(({ id }) => id);
  const handovers = new Map(
    (await handedOf(db, handed_over)).map((each) => [each.ticket_id, each]),
  );
  const work = milestones ?? (await openMilestonesOf(db, handed_over));
  const plans = Map.groupBy(work, ({ ticket_id }) => ticket_id);
  return rows.map((row) => {
    const plan = plans.get(row.id) ?? [];
    const repairer_gone = left_alone.includes(row.id);
    const handed = handovers.get(row.id);
    return asTicket(row, viewer, { others, reservations, plan, handed, repairer_gone });
  });
}

async function handedOf(db: Reader, ids: readonly string[]): Promise<Handed[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.executeQuery<Handed>(CompiledQuery.raw(HANDED_SQL, [ids]));
  return rows;
}

interface Around {
  others: ReadonlyMap<string, PersonRow>;
  reservations: Partial<Reservations>;
  plan: readonly OpenMilestone[];
  handed: Handed | undefined;
  repairer_gone: boolean;
}

function asTicket(
  view: TicketView,
  viewer: Asker,
  { others, reservations, plan, handed, repairer_gone }: Around,
): Ticket {
  const { status, status_before_help, other_id, quoted_by, keeps_held, question, change } = view;
  const { ending, cancellation } = view;
  const found = relationOf(viewer, view);
  const relation = isSide(found) ? found : 'candidate';
  const work = asWork(plan);
  const person = other_id === null ? undefined : others.get(other_id);
  const now = new Date();
  const status_since = asUtc(view.status_since);
  const isReserved = view.developer_id !== null;
  const request = {
    status,
    status_since,
    ending,
    question,
    cancellation,
    change,
    pauses: view.pauses ?? [],
    reminded_at: dateOf(view.reminded_at),
    mode: view.mode,
    quotes_until: dateOf(view.quotes_until),
    quoted_by,
    reserved: isReserved,
    milestones: work,
  };
  const facts: Facts = {
    status,
    status_before_help,
    has_developer: isReserved,
    ...reservations,
    milestones: work,
    ...overdue({ ...request, status_since: new Date(status_since) }, work, now),
    keeps_held,
    repairer_gone,
    report_open: view.report_open,
    was_paid: handed?.was_paid ?? false,
    undecided: view.undecided,
    ...(person?.is_deleted && { other_side_gone: true }),
    ...waitingFacts(view),
    ...comparingFacts(view),
    has_quoted: quoted_by.includes(viewer.id),
  };
  const inReview = work.find(({ status }) => status === 'IN_REVIEW');
  const counterpart = person ? asCollaborator(person) : null;
  const reserved_until = view.reserved_until && asUtc(view.reserved_until);
  return {
    ...shownOf(view),
    status_since,
    reserved_until,
    created_at: asUtc(view.created_at),
    relation,
    turn: turn({
      ...request,
      relation,
      counterpart: counterpart?.first_name ?? counterpart?.last_name ?? null,
    }),
    timer: isSide(relation)
      ? nextTimer(request, {
          reserved_until: reserved_until === null ? null : new Date(reserved_until),
          acceptable:
            inReview !== undefined && clockWillTake('accept', { ...facts, milestone: inReview }),
          now,
        })
      : null,
    quotes: quotesFor(viewer, view),
    title: ticketTitle(view),
    held_cents: heldCents(work, relation),
    only_repairs_left: onlyRepairsLeft(work),
    handover: handed ? handoverFor(relation, handed, keeps_held) : null,
    counterpart,
    actions: actionsFor('ticket', found, facts),
  };
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(asUtc(time));
}

/** While it can be quoted on, and for candidates not whose quotes there are. */
function quotesFor({ id }: Asker, view: TicketView): Ticket['quotes'] {
  if (view.mode !== 'quotes' || !isOpen(view)) return null;
  const until = dateOf(view.quotes_until);
  return { count: view.quoted_by.length, until, mine: view.quoted_by.includes(id) };
}

/** The note is for the people of the request; others learn only what is done and held. */
function handoverFor(
  relation: Relation,
  { ended_by, accepted_milestones, note, ended_at, refund_at }: Handed,
  keeps_held: boolean,
): Handover {
  return {
    ended_by,
    accepted_milestones,
    at: ended_at.toISOString(),
    note: relation === 'candidate' ? null : note,
    keeps_held,
    refund_at: refund_at?.toISOString() ?? null,
  };
}

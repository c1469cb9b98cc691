import { CompiledQuery, type Selectable } from 'kysely';
import type { BillingStatus } from '#domain/billing.ts';
import {
  type ClockedRequest,
  type ClockedWork,
  isMissed,
  overdue,
  runs,
  wasTold,
} from '#domain/clock.ts';
import { guaranteeFacts, isLeftAlone } from '#domain/guarantee.ts';
import { DROPPED_WITHIN_HOURS } from '#domain/limits.ts';
import type { MilestoneStatus } from '#domain/milestone-status.ts';
import { Refusal, type RefusalCode } from '#domain/refusals.ts';
import { type Sides, sidesOf } from '#domain/relation.ts';
import type { Facts, Taker } from '#domain/rule-facts.ts';
import { GRABBED_STATUSES } from '#domain/ticket-status.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { billingOf, inReview } from '../ledger/records.ts';
import { asLocked, checkColumn, type LockedCheck } from './checks.ts';
import { clockColumns } from './clock-columns.ts';
import { guaranteedUntil, repairerThere } from './guaranteed.ts';

export type TicketRow = Selectable<DB['tickets']>;

/** A milestone with what its billing record says. */
export interface PlannedMilestone extends Required<ClockedWork> {
  id: string;
  title: string;
  status: MilestoneStatus;
  position: number;
  hourly_rate_cents: number;
  cost_cents: number;
  billing_record_id: string | null;
  billing: BillingStatus | null;
  /** Null before there is a record, or before its money was held. */
  discount_cents: number | null;
  fee_cents: number | null;
  /** Moderators look at its payment, so that it stays held. */
  in_review: boolean;
  /** Of its cost: accepted, and released once they have looked at it. */
  awarded_cents: number | null;
  checks: LockedCheck[];
  /** Of a free repair: the milestone that broke. */
  repairs: string | null;
  /** See guaranteed.ts. */
  guaranteed_until: Date | null;
  repairer_there: boolean;
}

/** A request whose row is locked, with its plan: nobody else changes either until we are done. */
export interface LockedTicket {
  ticket: TicketRow;
  milestones: PlannedMilestone[];
  /** Somebody has reported a message, and no moderator has answered; asked of what is in review. */
  report_open?: boolean;
}

/**
 * Locks a request. Its row guards all that belongs to it (plan, money, discussion), so every
 * change takes this one lock first and no two of them can wait for each other.
 * @throws Refusal `not_found`
 */
export async function lockTicket(tx: Tx, id: string): Promise<LockedTicket> {
  const [ticket, milestones] = [await lockTicketRow(tx, id), await planOf(tx, id)];
  const inReview = ticket.status === 'CUSTOMER_REVIEWING_RESULTS';
  return { ticket, milestones, ...(inReview && { report_open: await isReportOpen(tx, id) }) };
}

/** Whether a report about a request waits for a moderator, so that nothing is accepted by itself. */
export async function isReportOpen(db: Reader, ticketId: string): Promise<boolean> {
  const found = await db
    .selectFrom('reports')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return found !== undefined;
}

/** SQL for the same of requests `t`, asked of those alone that have something in review. */
export const REPORT_OPEN = `(t.status = 'CUSTOMER_REVIEWING_RESULTS' and exists (
  select from reports r where r.ticket_id = t.id and r.status = 'open'))`;

/** SQL for whether something was paid for a request, also for what has left its plan since. */
export const wasPaidSql = (ticket: string) => `exists (select from billing_records paid
  where paid.ticket_id = ${ticket} and paid.paid_at is not null)`;

/** The same of one request. */
export async function wasPaid(db: Reader, ticketId: string): Promise<boolean> {
  const { rows } = await db.executeQuery<{ was_paid: boolean }>(
    CompiledQuery.raw(`select ${wasPaidSql('$1::uuid')} as was_paid`, [ticketId]),
  );
  return rows[0]?.was_paid === true;
}

/**
 * Locks a request for a change that does not ask about its plan, such as a message.
 * @throws Refusal `not_found`
 */
export async function lockTicketRow(tx: Tx, id: string): Promise<TicketRow> {
  const ticket = await tx
    .selectFrom('tickets')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) throw new Refusal('not_found');
  return ticket;
}

/**
 * Locks a person for a count or a sum of theirs that two changes at once must not both pass. What only
 * refers to the person, such as a message of theirs, does not wait for it.
 */
export async function lockPerson(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export interface Room {
  table: 'access_tokens' | 'connected_programs' | 'webhooks';
  most: number;
  full: RefusalCode;
}

/**
 * Refuses what would be one too many of a person's rows. The person is locked: several at once would
 * each find room.
 * @throws Refusal `full`
 */
export async function requireRoom(tx: Tx, person: string, { table, most, full }: Room) {
  await lockPerson(tx, person);
  const { count } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', person)
    .executeTakeFirstOrThrow();
  if (count >= most) throw new Refusal(full);
}

/**
 * Locks the request that a milestone belongs to.
 * @throws Refusal `not_found`
 */
export async function lockTicketOfMilestone(tx: Tx, milestoneId: string): Promise<LockedTicket> {
  const found = await tx
    .selectFrom('milestones')
    .select('ticket_id')
    .where('id', '=', milestoneId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  return lockTicket(tx, found.ticket_id);
}

/** The plan of a locked request. */
export async function planOf(tx: Tx, ticketId: string): Promise<PlannedMilestone[]> {
  const rows = await tx
    .selectFrom('milestones as m')
    .leftJoin('billing_records as b', 'b.milestone_id', 'm.id')
    .select(['m.id', 'm.title', 'm.position', 'm.hourly_rate_cents', 'm.cost_cents', 'm.repairs'])
    .select(['b.id as billing_record_id', billingOf().as('billing'), inReview.as('in_review')])
    .select(['b.awarded_cents', 'b.discount_cents', 'b.fee_cents'])
    .select([guaranteedUntil.as('guaranteed_until'), repairerThere.as('repairer_there')])
    .select([...clockColumns, checkColumn])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
  return rows.map((row) => ({ ...row, checks: asLocked(row) }));
}

/**
 * Requests that a developer has reserved, also while moderators have them, and those that they reserved
 * today and left; and their running quotes.
 */
export type Reservations = Required<
  Pick<Facts, 'reservations_held' | 'reservations_dropped' | 'quotes_running' | 'taker'>
>;

/** In the text of the statement, so that it matches the partial index. */
const GRABBED = GRABBED_STATUSES.map((status) => `'${status}'`).join(', ');

/** SQL for a developer as one who could take a request; null for others. */
const takerSql = (developer: string) => `(select json_build_object(
    'away', coalesce(p.away_until > now(), false), 'max_running', p.max_running,
    'first_finished', p.first_finished, 'running', (select count(*) from tickets
      where developer_id = p.id and status in (${GRABBED})))
  from profiles p where p.id = ${developer} and p.user_type = 'developer')`;

/** SQL columns with the reservations of a developer, whose id the expression gives. */
export const reservationsSql = (developer: string) => `
  (select count(*) from tickets
    where developer_id = ${developer}
      and (reserved_until is not null or status_before_help = 'AWAITING_ASSIGNMENT')) as reservations_held,
  (select count(*) from ticket_history reserved
    left join tickets t on t.id = reserved.ticket_id and t.developer_id = reserved.actor_id
    where reserved.actor_id = ${developer} and reserved.action = 'reserve'
      and reserved.created_at > now() - interval '${DROPPED_WITHIN_HOURS} hours' and t.id is null
      and not exists (select from ticket_history grabbed
        where grabbed.ticket_id = reserved.ticket_id and grabbed.id > reserved.id
          and grabbed.actor_id = reserved.actor_id and grabbed.action = 'grab'))
    as reservations_dropped,
  (select count(*) from quotes where developer_id = ${developer} and outcome is null) as quotes_running,
  ${takerSql(developer)} as taker`;

/** Counts the reservations of a developer. */
export async function reservationsOf(
  db: Reader,
  developerId: string,
): Promise<Partial<Reservations>> {
  const { rows } = await db.executeQuery<Reservations>(
    CompiledQuery.raw(`select ${reservationsSql('$1::uuid')}`, [developerId]),
  );
  return rows[0] ?? {};
}

/** Developers as those who could take a request, by their ids. */
export async function takersOf(db: Reader, ids: readonly string[]): Promise<Map<string, Taker>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.executeQuery<{ id: string; taker: Taker | null }>(
    CompiledQuery.raw(
      `select asked.id, ${takerSql('asked.id')} as taker from unnest($1::uuid[]) asked (id)`,
      [ids],
    ),
  );
  return new Map(rows.flatMap(({ id, taker }) => (taker ? [[id, taker] as const] : [])));
}

/** Whether the account of one of the two sides is suspended. */
export async function isSideSuspended(db: Reader, ticket: Sides): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', sidesOf(ticket))
    .where('banned_until', '>', new Date())
    .executeTakeFirst();
  return found !== undefined;
}

/** What the rules ask about the time of one milestone. */
export function timeFacts(work: ClockedWork, request: ClockedRequest, now: Date) {
  return {
    runs: runs(work, request),
    missed: isMissed(work, request, now),
    told_missed: (work.missed_at ?? null) !== null,
    told: wasTold(work, request),
    more_time: (work.more_time_at ?? null) !== null,
  };
}

/** Whose question, proposal and change of the plan wait for an answer. */
export function waitingFacts({
  question,
  cancellation,
  change,
}: Pick<TicketRow, 'question' | 'cancellation' | 'change'>) {
  return {
    asked_by: question?.asked_by ?? null,
    cancel_asked_by: cancellation?.asked_by ?? null,
    change_asked_by: change?.asked_by ?? null,
  };
}

/** How a request takes quotes. */
export function comparingFacts({
  mode,
  quotes_until,
  quotes_told,
  quoted_by,
  invited,
}: Pick<TicketRow, 'mode' | 'quotes_told' | 'quoted_by' | 'invited'> & { quotes_until: unknown }) {
  return {
    compares: mode === 'quotes',
    quotes_open: quotes_until !== null,
    quotes_told,
    quotes: quoted_by.length,
    invitations: invited.length,
  };
}

/** What the rules look at, from locked rows. */
export function factsOf(
  { ticket, milestones, report_open = false }: LockedTicket,
  about: {
    now?: Date;
    milestoneId?: string | undefined;
    message?: Facts['message'];
    payment?: Facts['payment'];
    reservations?: Partial<Reservations>;
    suspended?: boolean;
    paid?: boolean;
    undecided?: boolean;
    money?: Pick<Facts, 'money_left' | 'disputed'>;
    /** The change that a step answers, which may be over by now. */
    changeId?: string | undefined;
  },
): Facts {
  const milestone = milestones.find(({ id }) => id === about.milestoneId);
  const now = about.now ?? new Date();
  const isOver = about.changeId !== undefined && about.changeId !== ticket.change?.id;
  return {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    was_rejected: ticket.ending_before_repair !== null,
    has_developer: ticket.developer_id !== null,
    ...about.reservations,
    milestones: milestones.map((each) => ({ ...each, missed: isMissed(each, ticket, now) })),
    ...overdue(ticket, milestones, now),
    repairer_gone: milestones.some((each) => isLeftAlone(each, now)),
    keeps_held: ticket.keeps_held,
    report_open,
    ...waitingFacts(ticket),
    ...comparingFacts(ticket),
    ...(isOver && { change_asked_by: null }),
    ...(milestone && {
      milestone: {
        ...milestone,
        ...timeFacts(milestone, ticket, now),
        ...guaranteeFacts(milestone, now),
      },
    }),
    ...(about.message && { message: about.message }),
    ...(about.payment && { payment: about.payment }),
    ...(about.suspended && { side_suspended: true }),
    ...(about.paid && { was_paid: true }),
    ...(about.undecided && { undecided: true }),
    ...about.money,
  };
}

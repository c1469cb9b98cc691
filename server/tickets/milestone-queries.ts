import { isPaid } from '#domain/billing.ts';
import type { Check } from '#domain/check-schemas.ts';
import {
  acceptsItselfAt,
  type ClockedRequest,
  clockOf,
  isMissed,
  latest,
  pausesOf,
} from '#domain/clock.ts';
import { knowsOfWork } from '#domain/file-access.ts';
import { type FirstHourAnswer, firstHourDiscountCents } from '#domain/first-hour.ts';
import { guaranteeFacts } from '#domain/guarantee.ts';
import type { Delivery, Milestone, PlanOfRequest } from '#domain/milestone.ts';
import { planDates, type WorkDates } from '#domain/milestone-dates.ts';
import { centsToDollars, feeCents } from '#domain/money.ts';
import { NO_MONEY, placesFor } from '#domain/record-money.ts';
import type { MoneyPlaces } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import { isSide, type Paired, readsPairing } from '#domain/relation.ts';
import type { Facts, Relation } from '#domain/rule-facts.ts';
import { actionsFor, clockWillTake } from '#domain/rulebook.ts';
import { formatWorkTime } from '#domain/work-time.ts';
import type { Config } from '../config/config.ts';
import type { Reader } from '../database/database.ts';
import { fileMap } from '../files/file-map.ts';
import type { Viewer } from '../http/viewer.ts';
import { moneyFacts, moneyLeft } from '../ledger/money-left.ts';
import { moneyOfTickets } from '../ledger/record-money.ts';
import { billingOf, inReview } from '../ledger/records.ts';
import {
  asChecked,
  asResult,
  checksOf,
  resultColumn,
  type StoredCheck,
} from '../lifecycle/checks.ts';
import { clockColumns } from '../lifecycle/clock-columns.ts';
import { isDone } from '../lifecycle/done.ts';
import { guaranteedUntil, repairerThere } from '../lifecycle/guaranteed.ts';
import { isReportOpen, timeFacts, waitingFacts } from '../lifecycle/locked.ts';
import { newestVersion } from '../lifecycle/plan-versions.ts';
import { relationToTicket } from '../lifecycle/visibility.ts';
import { firstHourOf } from '../payments/first-hour.ts';
import { askedFor } from './asked-for.ts';

/** The database, and the settings of the first-hour price. */
interface Asked {
  db: Reader;
  config: Pick<Config, 'firstHourKey'>;
}

/**
 * The plan of a request, in order.
 * @throws Refusal `not_found`
 */
export async function planFor(
  asked: Asked,
  viewer: Viewer,
  ticketId: string,
): Promise<PlanOfRequest> {
  const relation = await relationToTicket(asked.db, viewer, ticketId);
  const items = await milestonesOf(asked, ticketId, { relation, id: viewer.id });
  return {
    items,
    next_cursor: null,
    total_cents: items.reduce((sum, { cost_cents }) => sum + cost_cents, 0),
    // Only for the two sides.
    asked_for: isSide(relation) ? await askedFor(asked.db, ticketId, items) : null,
    versions: isSide(relation) ? await newestVersion(asked.db, ticketId) : 0,
  };
}

/** @throws Refusal `not_found` */
export async function milestoneFor(asked: Asked, viewer: Viewer, id: string): Promise<Milestone> {
  const row = await asked.db
    .selectFrom('milestones')
    .select('ticket_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const relation = await relationToTicket(asked.db, viewer, row.ticket_id);
  const milestone = (await milestonesOf(asked, row.ticket_id, { relation, id: viewer.id })).find(
    (each) => each.id === id,
  );
  if (!milestone) throw new Refusal('not_found');
  return milestone;
}

/** The plan of a request, in order, as somebody in this relation may see it. */
export async function milestonesOf(
  asked: Asked,
  ticketId: string,
  { relation, id: me }: { relation: Relation; id: string },
): Promise<Milestone[]> {
  const { db } = asked;
  const ticket = await requestOf(db, ticketId);
  const rows = await milestoneRows(db, ticketId);
  const ids = rows.map(({ id }) => id);
  const seesWork = knowsOfWork(relation, ticket.reserved_until !== null);
  const reader = relation === 'developer' ? ticket : null;
  const deliveries = await deliveriesOf(db, seesWork ? ids : [], reader);
  const checks = await checksOf(db, ids);
  const firstHour = await firstHourOf(asked, ticket.customer_id);
  const firstUnpaid = rows.find(({ billing_status }) => billing_status === 'unpaid');
  const places = await placesOf(db, ticketId, { relation, id: me });
  const now = new Date();
  const factsOf = await factsOfEach(db, ticket, { rows, checks, relation, now });
  const dates = planDates(ticket, rows, now);
  return rows.map((row, index) => {
    const facts = factsOf(row);
    const rounds = deliveries.get(row.id) ?? [];
    return asMilestone(seesWork ? row : { ...row, file_attachments: {} }, {
      firstHour: answerFor(row, firstHour, row.id === firstUnpaid?.id),
      relation,
      dates: dates[index] ?? NO_DATES,
      time: timeOf(row, ticket, { facts, now }),
      places: places.get(row.billing_record_id ?? ''),
      checks: (checks.get(row.id) ?? []).map((check) => asCheck(check, rounds, seesWork)),
      deliveries: rounds,
      actions: actionsFor('milestone', relation, facts),
    });
  });
}

/** What milestones depend on in their request. */
function requestOf(db: Reader, ticketId: string) {
  return db
    .selectFrom('tickets')
    .select(['id', 'status', 'status_before_help', 'developer_id', 'customer_id', 'pairing_id'])
    .select(['reserved_until', 'cancellation', 'change', 'question', 'pauses', 'reminded_at'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
}

interface PlanFacts {
  rows: readonly Row[];
  checks: ReadonlyMap<string, StoredCheck[]>;
  relation: Relation;
  now: Date;
}

/** The rulebook's facts for each milestone of a plan. */
async function factsOfEach(
  db: Reader,
  ticket: Awaited<ReturnType<typeof requestOf>>,
  { rows, checks, relation, now }: PlanFacts,
): Promise<(row: Row) => Facts> {
  const milestones = rows.map((row) => {
    const { id, status, awarded_cents, repairs, billing_status: billing } = row;
    return { id, status, awarded_cents, repairs, billing, missed: isMissed(row, ticket, now) };
  });
  // Moderators give money back, and so does the guarantee where a repair is missed.
  const mayGoBack = relation === 'moderator' || milestones.some(({ repairs }) => repairs !== null);
  const money = mayGoBack ? await moneyLeft(db, ticket.id) : null;
  const isInReview = ticket.status === 'CUSTOMER_REVIEWING_RESULTS';
  const shared = {
    status: ticket.status,
    status_before_help: ticket.status_before_help,
    has_developer: ticket.developer_id !== null,
    milestones,
    ...waitingFacts(ticket),
    report_open: isInReview && (await isReportOpen(db, ticket.id)),
  };
  return (row) => ({
    ...shared,
    milestone: {
      id: row.id,
      status: row.status,
      billing: row.billing_status,
      in_review: row.payment_in_review,
      awarded_cents: row.awarded_cents,
      checks: checks.get(row.id) ?? [],
      repairs: row.repairs,
      ...timeFacts(row, ticket, now),
      ...guaranteeFacts(row, now),
    },
    ...moneyFacts(money?.get(row.billing_record_id ?? '')),
  });
}

/** What screens show of a milestone's clock. */
function timeOf(
  row: Row,
  request: ClockedRequest,
  { facts, now }: { facts: Facts; now: Date },
): Pick<Milestone, 'clock' | 'pauses' | 'accepts_itself_at'> {
  const accepts = clockWillTake('accept', facts) ? acceptsItselfAt(row, request) : null;
  return {
    clock: clockOf(row, request, now),
    pauses: row.status === 'ACCEPTED' ? [] : pausesOf(row, request),
    accepts_itself_at: accepts && latest([accepts, now]),
  };
}

type Places = MoneyPlaces & { waiting: MoneyPlaces | null };

/** Where the money of each billing record is, as its two sides and moderators see it. */
async function placesOf(
  db: Reader,
  ticketId: string,
  { relation: side, id }: { relation: Relation; id: string },
): Promise<Map<string, Places>> {
  if (side !== 'customer' && side !== 'developer' && side !== 'moderator') return new Map();
  const records = await moneyOfTickets(db, [ticketId]);
  return new Map(
    records.map((record) => [
      record.id,
      {
        ...placesFor({ side, id }, record.now),
        waiting: record.waiting && placesFor({ side, id }, record.waiting),
      },
    ]),
  );
}

function milestoneRows(db: Reader, ticketId: string) {
  return db
    .selectFrom('milestones as m')
    .leftJoin('billing_records as b', 'b.milestone_id', 'm.id')
    .select(['m.id', 'm.ticket_id', 'm.title', 'm.description', 'm.created_at', 'm.repairs'])
    .select(['m.hourly_rate_cents', 'm.cost_cents', ...clockColumns])
    .select(fileMap('milestone_id', 'm.id').as('file_attachments'))
    .select([guaranteedUntil.as('guaranteed_until'), repairerThere.as('repairer_there')])
    .select(['b.id as billing_record_id', billingOf().as('billing_status'), 'b.discount_cents'])
    .select(['b.fee_cents', 'b.awarded_cents', inReview.as('payment_in_review')])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
}

type Row = Awaited<ReturnType<typeof milestoneRows>>[number];

interface Extras {
  firstHour: FirstHourAnswer | null;
  /** Whether the viewer pays. */
  relation: Relation;
  dates: WorkDates;
  time: Pick<Milestone, 'clock' | 'pauses' | 'accepts_itself_at'>;
  places: Places | undefined;
  checks: Check[];
  deliveries: Delivery[];
  actions: Milestone['actions'];
}

/**
 * The first-hour price goes to the milestone that is paid first, and is offered on the first unpaid
 * one.
 */
function answerFor(
  row: Row,
  firstHour: Awaited<ReturnType<typeof firstHourOf>>,
  isFirst: boolean,
): FirstHourAnswer | null {
  if (row.billing_status !== 'unpaid') return null;
  if (firstHour !== 'applies') return firstHour;
  if (!isFirst) return 'other_milestone';
  return discountOf(row) > 0 ? 'applies' : 'nothing_off';
}

function discountOf({
  hourly_rate_cents,
  cost_cents,
}: Pick<Row, 'hourly_rate_cents' | 'cost_cents'>): number {
  return firstHourDiscountCents(hourly_rate_cents, cost_cents);
}

const NO_DATES: WorkDates = { due_at: null, expected_at: null, late: false };

function asMilestone(
  { sent_back_at: _, repairer_there: __, ...row }: Row,
  { firstHour, relation, dates, time, places, checks, deliveries, actions }: Extras,
): Milestone {
  const discount = firstHour === 'applies' ? discountOf(row) : (row.discount_cents ?? 0);
  // Developers read prices: what the customer pays of them is between customer and platform.
  const discount_cents = relation === 'customer' || relation === 'moderator' ? discount : 0;
  return {
    ...row,
    ...dates,
    ...time,
    ...(places ?? { ...NO_MONEY, waiting: null }),
    estimated_work_time: formatWorkTime(row.estimated_minutes),
    hourly_rate: centsToDollars(row.hourly_rate_cents),
    paid: isPaid(row.billing_status),
    discount_cents,
    charge_cents: row.cost_cents - discount_cents,
    fee_cents: row.fee_cents ?? feeCents(row.cost_cents),
    first_hour: relation === 'customer' ? firstHour : null,
    checks,
    deliveries,
    actions,
  };
}

/** With the evidence of the last delivery that the viewer may see. */
function asCheck(stored: StoredCheck, rounds: readonly Delivery[], seesWork: boolean): Check {
  const check = asChecked(stored);
  const last = rounds.at(-1)?.checks.find(({ check_id }) => check_id === check.id);
  if (seesWork) return { ...check, evidence: last?.evidence ?? null };
  return { ...check, state: 'open', evidence: null, last_probe: null };
}

/**
 * Rounds of delivery by milestone.
 * @param reader the developer's view of the request: of former developers' deliveries only those
 * that are done, without the words about them
 */
async function deliveriesOf(
  db: Reader,
  milestoneIds: string[],
  reader: Paired | null,
): Promise<Map<string, Delivery[]>> {
  const found = new Map<string, Delivery[]>();
  if (milestoneIds.length === 0) return found;
  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('milestones as m', 'm.id', 'd.milestone_id')
    .innerJoin('pairings as p', 'p.id', 'd.pairing_id')
    .leftJoin('messages as said', 'said.id', 'd.message_id')
    .selectAll('d')
    .select(['p.developer_id', 'p.shared_with', 'said.text as feedback', isDone().as('is_done')])
    .select([fileMap('delivery_id', 'd.id').as('file_attachments'), resultColumn])
    .where('d.milestone_id', 'in', milestoneIds)
    .orderBy('d.round')
    .execute();
  for (const row of rows) {
    const { milestone_id, pairing_id, developer_id, shared_with, is_done, ...rest } = row;
    const { message_id: _, ...delivery } = rest;
    const pairing = { id: pairing_id, developer_id, shared_with };
    const person = reader?.developer_id;
    const reads = !reader || !person || readsPairing({ id: person }, reader, pairing);
    if (!reads && !is_done) continue;
    const shown = {
      ...delivery,
      ...(!reads && { feedback: null }),
      checks: delivery.checks.map((result) => asResult(result, reads)),
    };
    found.set(milestone_id, [...(found.get(milestone_id) ?? []), shown]);
  }
  return found;
}

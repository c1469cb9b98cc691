import { sql } from 'kysely';
import { isPaid } from '#domain/billing.ts';
import { knowsOfWork } from '#domain/file-access.ts';
import { type FirstHourAnswer, firstHourDiscountCents } from '#domain/first-hour.ts';
import type { Delivery, Milestone } from '#domain/milestone.ts';
import { planDates, type WorkDates } from '#domain/milestone-dates.ts';
import { centsToDollars, feeCents } from '#domain/money.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Facts, Relation } from '#domain/rule-facts.ts';
import { actionsFor } from '#domain/rulebook.ts';
import { formatWorkTime } from '#domain/work-time.ts';
import type { Config } from '../config/config.ts';
import type { Reader } from '../database/database.ts';
import { fileMap } from '../files/file-map.ts';
import type { Viewer } from '../http/viewer.ts';
import { moneyFacts, moneyLeft } from '../ledger/money-left.ts';
import { inReview } from '../ledger/records.ts';
import { relationToTicket } from '../lifecycle/visibility.ts';
import { firstHourOf } from '../payments/first-hour.ts';
import { sentBackAt } from './sent-back-at.ts';

/** The database, and the settings by which the first-hour price is given once. */
interface Asked {
  db: Reader;
  config: Pick<Config, 'firstHourKey'>;
}

/**
 * The plan of a request, in its order.
 * @throws Refusal `not_found`
 */
export async function planFor(
  asked: Asked,
  viewer: Viewer,
  ticketId: string,
): Promise<{ items: Milestone[]; next_cursor: null; total_cents: number }> {
  const relation = await relationToTicket(asked.db, viewer, ticketId);
  const items = await milestonesOf(asked, ticketId, relation);
  return {
    items,
    next_cursor: null,
    total_cents: items.reduce((sum, { cost_cents }) => sum + cost_cents, 0),
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
  const milestone = (await milestonesOf(asked, row.ticket_id, relation)).find(
    (each) => each.id === id,
  );
  if (!milestone) throw new Refusal('not_found');
  return milestone;
}

/** The plan of a request, in its order, as somebody in this relation to it may see it. */
export async function milestonesOf(
  asked: Asked,
  ticketId: string,
  relation: Relation,
): Promise<Milestone[]> {
  const { db } = asked;
  const ticket = await db
    .selectFrom('tickets')
    .select(['status', 'status_before_help', 'developer_id', 'customer_id', 'reserved_until'])
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  const rows = await milestoneRows(db, ticketId);
  const seesWork = knowsOfWork(relation, ticket.reserved_until !== null);
  const deliveries = await deliveriesOf(db, seesWork ? rows.map(({ id }) => id) : []);
  const firstHour = await firstHourOf(asked, ticket.customer_id);
  const firstUnpaid = rows.find(({ billing_status }) => billing_status === 'unpaid');
  const plan = rows.map(({ id, status, awarded_cents }) => ({ id, status, awarded_cents }));
  // Only a moderator gives money back.
  const money = relation === 'moderator' ? await moneyLeft(db, ticketId) : null;
  const dates = planDates(ticket.status, rows, new Date());
  return rows.map((row, index) => {
    const facts: Facts = {
      status: ticket.status,
      status_before_help: ticket.status_before_help,
      has_developer: ticket.developer_id !== null,
      reservations_held: 0,
      reservations_dropped: 0,
      milestones: plan,
      milestone: {
        id: row.id,
        status: row.status,
        billing: row.billing_status,
        in_review: row.payment_in_review,
        awarded_cents: row.awarded_cents,
      },
      ...moneyFacts(money?.get(row.billing_record_id ?? '')),
    };
    const answer = answerFor(row, firstHour, row.id === firstUnpaid?.id);
    const shown = seesWork ? row : { ...row, file_attachments: {} };
    return asMilestone(shown, {
      firstHour: answer,
      mine: relation === 'customer',
      dates: dates[index] ?? NO_DATES,
      deliveries: deliveries.get(row.id) ?? [],
      actions: actionsFor('milestone', relation, facts),
    });
  });
}

function milestoneRows(db: Reader, ticketId: string) {
  return db
    .selectFrom('milestones as m')
    .leftJoin('billing_records as b', 'b.milestone_id', 'm.id')
    .select(['m.id', 'm.ticket_id', 'm.title', 'm.description', 'm.estimated_minutes'])
    .select(['m.hourly_rate_cents', 'm.cost_cents', 'm.status'])
    .select(fileMap('milestone_id', 'm.id').as('file_attachments'))
    .select(['m.created_at', 'm.started_at', sentBackAt.as('sent_back_at')])
    .select(['b.id as billing_record_id', 'b.status as billing_status', 'b.discount_cents'])
    .select(['b.fee_cents', 'b.awarded_cents', inReview.as('payment_in_review')])
    .select([
      sql<number>`coalesce(b.released_cents - b.case_refunded_cents, 0)`.as('released_cents'),
      sql<number>`coalesce(b.refunded_cents + b.case_refunded_cents, 0)`.as('refunded_cents'),
    ])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute();
}

type Row = Awaited<ReturnType<typeof milestoneRows>>[number];

interface Extras {
  firstHour: FirstHourAnswer | null;
  /** Whether the viewer is the one who pays. */
  mine: boolean;
  dates: WorkDates;
  deliveries: Delivery[];
  actions: Milestone['actions'];
}

/** It goes to whichever milestone is paid first, and is offered on the first that is not paid. */
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
  { sent_back_at: _, ...row }: Row,
  { firstHour, mine, dates, deliveries, actions }: Extras,
): Milestone {
  const discount_cents = firstHour === 'applies' ? discountOf(row) : (row.discount_cents ?? 0);
  return {
    ...row,
    ...dates,
    estimated_work_time: formatWorkTime(row.estimated_minutes),
    hourly_rate: centsToDollars(row.hourly_rate_cents),
    paid: isPaid(row.billing_status),
    discount_cents,
    charge_cents: row.cost_cents - discount_cents,
    fee_cents: row.fee_cents ?? feeCents(row.cost_cents),
    first_hour: mine ? firstHour : null,
    deliveries,
    actions,
  };
}

async function deliveriesOf(db: Reader, milestoneIds: string[]): Promise<Map<string, Delivery[]>> {
  const found = new Map<string, Delivery[]>();
  if (milestoneIds.length === 0) return found;
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .select(fileMap('delivery_id', 'deliveries.id').as('file_attachments'))
    .where('milestone_id', 'in', milestoneIds)
    .orderBy('round')
    .execute();
  for (const { milestone_id, ...delivery } of rows) {
    found.set(milestone_id, [...(found.get(milestone_id) ?? []), delivery]);
  }
  return found;
}

import { sql } from 'kysely';
import { permissionOf } from '#domain/actions.ts';
import { FIRST_HOUR_WEEK_MS } from '#domain/first-hour.ts';
import type { PaymentReview } from '#domain/moderation.ts';
import { sharedMoney } from '#domain/record-money.ts';
import type { ShownMoney, StepMoney } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import { type Page, type PageRequest, readPage } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { inReview } from '../ledger/records.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { hasNoPart } from '../lifecycle/under-review.ts';
import { asModeratedTickets, moderatedRows } from './case-queue.ts';
import { recordDecision } from './record-decision.ts';

/** First-hour payments that stay held until a moderator has reviewed them, oldest first. */
export async function listPayments(
  db: Reader,
  moderator: Viewer,
  page: PageRequest,
): Promise<Page<PaymentReview>> {
  const found = await readPage(paymentRows(db, moderator).where(inReview), page, {
    by: ['b.paid_at', 'b.id'],
    order: 'asc',
  });
  return { ...found, items: await asReviews(db, moderator, found.items) };
}

/** Clearing treats the payment as any other; refusing refunds it. */
export const paymentActs = { clear: 'clear-payment', refuse: 'refuse-payment' } as const;
export type PaymentAct = keyof typeof paymentActs;

interface PaymentDecision {
  id: string;
  act: PaymentAct;
  reason: string;
  shown?: ShownMoney | undefined;
}

/**
 * Clears a payment, and releases it if the work has been approved meanwhile; or refunds it, so that
 * unapproved work can be paid again at the usual price. Both sides are told, with the reason.
 * @returns its request, and the money moved by the ledger
 * @throws Refusal `not_found`, `payment_not_in_review`, `not_your_part` on one's own request
 */
export async function decidePayment(
  change: Change,
  moderator: Viewer,
  { id, act, reason, shown }: PaymentDecision,
): Promise<{ ticketId: string; money: StepMoney }> {
  const { tx } = change;
  const record = await tx
    .selectFrom('billing_records')
    .select(['ticket_id', 'review_reasons', 'awarded_to'])
    .where('id', '=', id)
    .where('review_reasons', 'is not', null)
    .executeTakeFirst();
  if (!record?.ticket_id) throw new Refusal('not_found');
  const locked = await lockTicket(tx, record.ticket_id);
  const milestone = locked.milestones.find((each) => each.billing_record_id === id);
  if (!milestone) throw new Refusal('payment_not_in_review');
  const money = await recordDecision(change, moderator, locked, {
    kind: act === 'clear' ? 'payment_cleared' : 'payment_refused',
    reason,
    shown,
    target: { type: 'milestone', id: milestone.id },
    // The developer of the approved work may have lost the request since.
    developer_id: record.awarded_to,
    detail: { milestone_id: milestone.id, review_reasons: record.review_reasons },
    act: async (moved) => {
      const action = paymentActs[act];
      await perform(change, locked, {
        action,
        actor: moderator,
        milestoneId: milestone.id,
        concerns: record.awarded_to === null ? undefined : [record.awarded_to],
      });
      const { title, billing } = milestone;
      const money = await moved();
      return act === 'clear'
        ? { milestone: title, money: sharedMoney(money) }
        : {
            milestone: title,
            refunded_cents: money.refunded_cents,
            again: billing === 'unpaid',
          };
    },
  });
  return { ticketId: record.ticket_id, money };
}

function paymentRows(db: Reader, moderator: Viewer) {
  return db
    .selectFrom('billing_records as b')
    .innerJoin('milestones as m', 'm.id', 'b.milestone_id')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .leftJoin('users as u', 'u.id', 't.customer_id')
    .select(['b.id', 'b.ticket_id', 'b.review_reasons', 'b.price_cents', 'b.discount_cents'])
    .select(hasNoPart(moderator).as('has_no_part'))
    .select([
      'm.id as milestone_id',
      'm.title',
      'm.estimated_minutes',
      'm.hourly_rate_cents',
      'b.awarded_cents',
    ])
    .select(['u.created_at as customer_since', sql<Date>`b.paid_at`.as('paid_at')])
    .select(
      sql<number>`(select count(*) from billing_records o join tickets ot on ot.id = o.ticket_id
        where ot.developer_id = t.developer_id and o.discount_cents > 0 and o.paid_at <= b.paid_at
          and o.paid_at > b.paid_at - make_interval(secs => ${FIRST_HOUR_WEEK_MS / 1000}))::int`.as(
        'first_hours',
      ),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof paymentRows>['execute']>>[number];

async function asReviews(
  db: Reader,
  moderator: Viewer,
  rows: readonly Row[],
): Promise<PaymentReview[]> {
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ ticket_id }) => ticket_id ?? []);
  const tickets = await asModeratedTickets(
    db,
    moderator,
    await moderatedRows(db).where('t.id', 'in', ids).execute(),
  );
  return rows.flatMap((row) => {
    const ticket = tickets.find(({ id }) => id === row.ticket_id);
    if (!ticket) return [];
    const { milestone_id, title, estimated_minutes, hourly_rate_cents } = row;
    const permission = permissionOf(row.has_no_part ? null : 'not_your_part');
    return {
      ...row,
      reasons: row.review_reasons ?? [],
      charge_cents: row.price_cents - row.discount_cents,
      milestone: { id: milestone_id, title, estimated_minutes, hourly_rate_cents },
      ticket,
      actions: { clear: permission, refuse: permission },
    };
  });
}

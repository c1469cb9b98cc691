import { type BillingStatus, billingMayBecome } from '#domain/billing.ts';
import { holdLines, refundLines, releaseLines, returnLines } from '#domain/ledger.ts';
import type { MoneyEffect } from '#domain/lifecycle.ts';
import type { Change } from '../change.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import type { LockedTicket, PlannedMilestone } from '../tickets/locked.ts';
import { book } from './ledger.ts';

interface About {
  locked: LockedTicket;
  milestone: PlannedMilestone | undefined;
  /** The checkout whose payment arrived. */
  checkoutId: string | undefined;
}

/** Moves the money that a step of the lifecycle names. The request is locked by the caller. */
export async function moveMoney(change: Change, effect: MoneyEffect, about: About): Promise<void> {
  const { locked, milestone, checkoutId } = about;
  switch (effect) {
    case 'hold':
      return hold(change, required(milestone), required(checkoutId));
    case 'return':
      return returnPayment(change, required(checkoutId));
    case 'void':
      return settle(change, required(milestone), 'void');
    case 'release':
      return release(change, locked, required(milestone));
    case 'refund_held':
      for (const each of locked.milestones) await refundOrVoid(change, each);
      return;
    case 'release_in_review':
      for (const each of locked.milestones) {
        const due = each.status === 'IN_REVIEW' && each.billing === 'held';
        await (due ? release(change, locked, each) : refundOrVoid(change, each));
      }
  }
}

async function hold(
  change: Change,
  milestone: PlannedMilestone,
  checkoutId: string,
): Promise<void> {
  const { tx } = change;
  const { discount_cents } = await tx
    .updateTable('checkouts')
    .set({ status: 'paid' })
    .where('id', '=', checkoutId)
    .returning('discount_cents')
    .executeTakeFirstOrThrow();
  await settle(change, milestone, 'held', discount_cents);
  await book(tx, {
    key: `hold:${checkoutId}`,
    kind: 'hold',
    billing_record_id: required(milestone.billing_record_id),
    lines: holdLines({
      milestone_id: milestone.id,
      price_cents: milestone.cost_cents,
      discount_cents,
    }),
  });
}

async function release(
  change: Change,
  { ticket }: LockedTicket,
  milestone: PlannedMilestone,
): Promise<void> {
  await settle(change, milestone, 'released');
  await book(change.tx, {
    key: `release:${milestone.id}`,
    kind: 'release',
    billing_record_id: required(milestone.billing_record_id),
    lines: releaseLines({
      milestone_id: milestone.id,
      developer_id: required(ticket.developer_id),
      price_cents: milestone.cost_cents,
    }),
  });
}

async function refundOrVoid(change: Change, milestone: PlannedMilestone): Promise<void> {
  if (milestone.billing === 'unpaid') return settle(change, milestone, 'void');
  if (milestone.billing !== 'held') return;
  const billing_record_id = required(milestone.billing_record_id);
  const paid = await change.tx
    .selectFrom('checkouts')
    .select(['id', 'discount_cents'])
    .where('billing_record_id', '=', billing_record_id)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow();
  await settle(change, milestone, 'refunded');
  await book(change.tx, {
    key: `refund:${milestone.id}`,
    kind: 'refund',
    billing_record_id,
    lines: refundLines({
      milestone_id: milestone.id,
      price_cents: milestone.cost_cents,
      discount_cents: paid.discount_cents,
    }),
  });
  await enqueueJob(change.tx, 'pay-back', { checkout_id: paid.id });
}

async function returnPayment(change: Change, checkoutId: string): Promise<void> {
  const checkout = await change.tx
    .updateTable('checkouts')
    .set({ status: 'returned' })
    .where('id', '=', checkoutId)
    .returning(['charge_cents', 'billing_record_id'])
    .executeTakeFirstOrThrow();
  await book(change.tx, {
    key: `return:${checkoutId}`,
    kind: 'return',
    billing_record_id: checkout.billing_record_id,
    lines: returnLines(checkout.charge_cents),
  });
  await enqueueJob(change.tx, 'pay-back', { checkout_id: checkoutId });
}

async function settle(
  { tx }: Change,
  milestone: PlannedMilestone,
  status: BillingStatus,
  discount_cents = 0,
): Promise<void> {
  const from = required(milestone.billing);
  if (!billingMayBecome(from, status))
    throw new Error(`a ${from} billing record cannot become ${status}`);
  await tx
    .updateTable('billing_records')
    .set({
      status,
      ...(status === 'held' ? { paid_at: new Date(), discount_cents } : { settled_at: new Date() }),
    })
    .where('id', '=', required(milestone.billing_record_id))
    .execute();
  milestone.billing = status;
}

function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new Error('a rule names money that its step does not have');
  return value;
}

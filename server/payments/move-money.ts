import type { MoneyEffect } from '#domain/lifecycle.ts';
import { Refusal } from '#domain/refusals.ts';
import { FINAL_STATUSES } from '#domain/ticket-status.ts';
import { type BillingRow, lockRecord, renewRecord } from '../ledger/records.ts';
import type { Change, MoneyAbout } from '../lifecycle/change.ts';
import type { LockedTicket, PlannedMilestone } from '../lifecycle/locked.ts';
import { refundOrVoid } from './call-off.ts';
import { refundReleased, refundWholeRequest } from './cases.ts';
import { hold, loseHold, returnPayment, settleHold } from './holds.ts';

/** Moves the money that a step of the lifecycle names. The request is locked by the caller. */
export async function moveMoney(
  change: Change,
  effect: MoneyEffect,
  about: MoneyAbout,
): Promise<void> {
  const { locked, milestone, checkoutId, amounts } = about;
  switch (effect) {
    case 'hold':
      await hold(change, recordOf(required(milestone)), required(checkoutId));
      required(milestone).billing = 'held';
      return;
    case 'clear':
      return clear(change, required(milestone));
    case 'refuse':
      return refuse(change, locked, required(milestone));
    case 'lose':
      return lose(change, locked, required(milestone), required(checkoutId));
    case 'return':
      return returnPayment(change, required(checkoutId));
    case 'void':
      return refundOrVoid(change, required(milestone));
    case 'release':
      return release(change, locked, required(milestone));
    case 'refund_held':
      for (const each of locked.milestones) await refundOrVoid(change, each);
      return;
    case 'split':
      return splitHeld(change, locked, required(milestone), required(amounts));
    case 'refund_released':
      return refundReleased(change, recordOf(required(milestone)), {
        cents: required(amounts).refunded_cents,
        borne_by: required(amounts?.borne_by),
      });
    case 'refund_all':
      return refundWholeRequest(change, locked, required(amounts?.borne_by));
    case 'release_in_review':
      for (const each of locked.milestones) {
        const due = each.status === 'IN_REVIEW' && each.billing === 'held';
        await (due ? release(change, locked, each) : refundOrVoid(change, each));
      }
  }
}

/**
 * A moderator divides what is held for a milestone: `released_cents` of the price is earned, the
 * rest goes back to the customer. The request is locked by the caller.
 * @throws Refusal `nothing_held`, `split_does_not_add_up`, `no_developer`
 */
export async function splitHeld(
  change: Change,
  { ticket }: LockedTicket,
  milestone: PlannedMilestone,
  parts: { released_cents: number; refunded_cents: number },
): Promise<void> {
  const { released_cents, refunded_cents } = parts;
  if (milestone.billing !== 'held') throw new Refusal('nothing_held');
  const isSplit = [released_cents, refunded_cents].every(
    (each) => Number.isInteger(each) && each >= 0,
  );
  if (!isSplit || released_cents + refunded_cents !== milestone.cost_cents)
    throw new Refusal('split_does_not_add_up');
  const { developer_id } = ticket;
  if (released_cents > 0 && developer_id === null) throw new Refusal('no_developer');
  await settle(change, milestone, { released_cents, developer_id });
}

/** The bank has taken back what was held. */
async function lose(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
  checkoutId: string,
): Promise<void> {
  const lost = await loseHold(change, recordOf(milestone), checkoutId);
  milestone.billing = 'refunded';
  await payAgain(change, locked, milestone, lost);
}

/**
 * A moderator has looked at it: from now on it is a payment as any other. What was accepted
 * meanwhile is released now, and what is left of it goes back.
 */
async function clear(change: Change, milestone: PlannedMilestone): Promise<void> {
  const id = recordOf(milestone);
  const { awarded_cents, awarded_to } = await lockRecord(change.tx, id);
  await change.tx
    .updateTable('billing_records')
    .set({ reviewed_at: new Date(), awarded_cents: null, awarded_to: null })
    .where('id', '=', id)
    .execute();
  milestone.in_review = false;
  if (awarded_cents !== null)
    await settle(change, milestone, { released_cents: awarded_cents, developer_id: awarded_to });
}

/** All of it goes back, whatever was accepted meanwhile. */
async function refuse(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
): Promise<void> {
  await settle(change, milestone, { released_cents: 0, developer_id: null });
  const refused = await lockRecord(change.tx, recordOf(milestone));
  await payAgain(change, locked, milestone, refused);
}

/** Work that can still be accepted gets a billing record anew, by which it can be paid again. */
async function payAgain(
  change: Change,
  { ticket }: LockedTicket,
  milestone: PlannedMilestone,
  ended: BillingRow,
): Promise<void> {
  const isOver = FINAL_STATUSES.some((final) => final === ticket.status);
  if (milestone.status === 'ACCEPTED' || isOver) return;
  milestone.billing_record_id = await renewRecord(change, ended);
  milestone.billing = 'unpaid';
}

/** Ends the hold of a milestone, or writes down how it ends once moderators have looked at it. */
async function settle(
  change: Change,
  milestone: PlannedMilestone,
  parts: { released_cents: number; developer_id: string | null },
): Promise<void> {
  milestone.billing = await settleHold(change, recordOf(milestone), parts);
  const waits = milestone.billing === 'held';
  milestone.awarded_cents = waits ? parts.released_cents : null;
  milestone.in_review = waits;
}

async function release(
  change: Change,
  { ticket }: LockedTicket,
  milestone: PlannedMilestone,
): Promise<void> {
  // A moderator has divided it before the work was accepted.
  if (milestone.billing === 'released' || milestone.awarded_cents !== null) return;
  await settle(change, milestone, {
    released_cents: milestone.cost_cents,
    developer_id: required(ticket.developer_id),
  });
}

function recordOf(milestone: PlannedMilestone): string {
  return required(milestone.billing_record_id);
}

function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new Error('a rule names money that its step does not have');
  return value;
}

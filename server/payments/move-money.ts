import { Refusal } from '#domain/errors.ts';
import type { MoneyEffect } from '#domain/lifecycle.ts';
import { lockRecord, renewRecord } from '../ledger/records.ts';
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
      return refuse(change, required(milestone));
    case 'lose':
      return lose(change, required(milestone), required(checkoutId));
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
  await settleHold(change, recordOf(milestone), { released_cents, developer_id });
  milestone.billing = released_cents > 0 ? 'released' : 'refunded';
}

/** The hold ends, and the milestone gets a billing record anew, by which it can be paid again. */
async function lose(
  change: Change,
  milestone: PlannedMilestone,
  checkoutId: string,
): Promise<void> {
  const lost = await loseHold(change, recordOf(milestone), checkoutId);
  milestone.billing_record_id = await renewRecord(change, lost);
  milestone.billing = 'unpaid';
}

/** A moderator has looked at it: from now on it is a payment as any other. */
async function clear({ tx }: Change, milestone: PlannedMilestone): Promise<void> {
  await tx
    .updateTable('billing_records')
    .set({ reviewed_at: new Date() })
    .where('id', '=', recordOf(milestone))
    .execute();
  milestone.in_review = false;
}

/** It goes back, and the milestone gets a billing record anew. */
async function refuse(change: Change, milestone: PlannedMilestone): Promise<void> {
  const id = recordOf(milestone);
  await settleHold(change, id, { released_cents: 0, developer_id: null });
  milestone.billing_record_id = await renewRecord(change, await lockRecord(change.tx, id));
  milestone.billing = 'unpaid';
  milestone.in_review = false;
}

async function release(
  change: Change,
  { ticket }: LockedTicket,
  milestone: PlannedMilestone,
): Promise<void> {
  // A moderator has divided it before the work was accepted.
  if (milestone.billing === 'released') return;
  await settleHold(change, recordOf(milestone), {
    released_cents: milestone.cost_cents,
    developer_id: required(ticket.developer_id),
  });
  milestone.billing = 'released';
}

function recordOf(milestone: PlannedMilestone): string {
  return required(milestone.billing_record_id);
}

function required<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new Error('a rule names money that its step does not have');
  return value;
}

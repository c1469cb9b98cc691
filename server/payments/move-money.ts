import { isOpenHold } from '#domain/handover.ts';
import type { MoneyEffect } from '#domain/lifecycle.ts';
import type { PlanDifference } from '#domain/plan-difference.ts';
import { Refusal } from '#domain/refusals.ts';
import { isFinal } from '#domain/ticket-status.ts';
import type { Cancellation } from '#domain/way-out.ts';
import { type BillingRow, lockRecord, renewRecord } from '../ledger/records.ts';
import type { Change, LostDispute, MoneyAbout } from '../lifecycle/change.ts';
import type { LockedTicket, PlannedMilestone } from '../lifecycle/locked.ts';
import { refundOrVoid } from './call-off.ts';
import {
  decideLostDispute,
  loseReleased,
  refundAllReleased,
  refundReleased,
  refundWholeRequest,
} from './cases.ts';
import { createBillingRecord } from './commands.ts';
import { closePages, hold, loseHold, reprice, returnPayment, settleHold } from './holds.ts';

/** Moves the money that a step of the lifecycle names. The caller has locked the request. */
export async function moveMoney(
  change: Change,
  effect: MoneyEffect,
  about: MoneyAbout,
): Promise<void> {
  const { locked, milestone, checkoutId, amounts, agreed } = about;
  switch (effect) {
    case 'hold':
      await hold(change, recordOf(required(milestone)), required(checkoutId));
      required(milestone).billing = 'held';
      return;
    case 'clear':
      return clear(change, locked, required(milestone));
    case 'refuse':
      return refuse(change, locked, required(milestone));
    case 'lose':
      return lose(change, locked, required(milestone), required(about.dispute));
    case 'lose_released':
      return loseReleased(change, recordOf(required(milestone)), required(about.dispute));
    case 'bear_loss': {
      const dispute = required(about.dispute);
      return decideLostDispute(change, dispute, required(dispute.borne_by));
    }
    case 'return':
      return returnPayment(change, required(checkoutId));
    case 'void':
      return refundOrVoid(change, required(milestone));
    case 'release':
      return release(change, locked, required(milestone));
    case 'refund_held':
      for (const each of locked.milestones) await refundOrVoid(change, each);
      return;
    case 'refund_milestone':
      return refuse(change, locked, required(milestone));
    case 'hand_over':
      return handOver(change, locked);
    case 'refund_open':
      for (const each of locked.milestones.filter(isOpenHold)) await refuse(change, locked, each);
      return;
    case 'change_plan':
      return changePlan(change, locked, about.differences);
    case 'split':
      return splitHeld(change, locked, required(milestone), required(amounts));
    case 'split_agreed':
      return splitAgreed(change, locked, required(agreed));
    case 'refund_released':
      return refundReleased(change, recordOf(required(milestone)), {
        cents: required(amounts).refunded_cents,
        borne_by: required(amounts?.borne_by),
      });
    case 'refund_repaired':
      return refundRepaired(change, locked, required(milestone));
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
 * Splits what is held for a milestone: `released_cents` of the price is earned, the rest is
 * refunded. The caller has locked the request.
 * @throws Refusal `nothing_held`, `split_does_not_add_up`, `no_developer`
 */
export async function splitHeld(
  change: Change,
  locked: LockedTicket,
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
  const { developer_id } = locked.ticket;
  if (released_cents > 0 && developer_id === null) throw new Refusal('no_developer');
  await settle(change, locked, milestone, { released_cents, developer_id });
}

/**
 * Splits what is held as both sides agreed; nothing else of the request can be paid any more.
 * @throws Refusal as `splitHeld`, and `nothing_held` for records that the agreement left out
 */
async function splitAgreed(
  change: Change,
  locked: LockedTicket,
  { splits }: Cancellation,
): Promise<void> {
  for (const each of locked.milestones) {
    const split = splits.find(({ milestone_id }) => milestone_id === each.id);
    if (split) await splitHeld(change, locked, each, split);
    else if (isOpenHold(each)) throw new Refusal('nothing_held');
    else await refundOrVoid(change, each);
  }
}

/** Dropped milestones are refunded or closed, changed ones repriced, added ones can be paid. */
async function changePlan(
  change: Change,
  { ticket, milestones }: LockedTicket,
  differences: readonly PlanDifference[],
): Promise<void> {
  for (const { kind, milestone_id, after } of differences) {
    const milestone = milestones.find(({ id }) => id === milestone_id);
    if (after === null) await refundOrVoid(change, required(milestone));
    else if (kind === 'added')
      await createBillingRecord(change, { ...after, ticket_id: ticket.id });
    else await reprice(change, recordOf(required(milestone)), after.cost_cents);
  }
}

/**
 * The guarantee: refunds what the customer paid for a milestone after its approval. Its developer
 * bears it; if their balance is too low they owe the rest, which later releases reduce.
 */
async function refundRepaired(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
): Promise<void> {
  // The payment is still under review: nothing of it has been released.
  if (milestone.awarded_cents !== null)
    return settle(change, locked, milestone, { released_cents: 0, developer_id: null });
  await refundAllReleased(change, recordOf(milestone), 'developer');
}

/** The bank has taken back what was held. */
async function lose(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
  dispute: LostDispute,
): Promise<void> {
  const lost = await loseHold(change, recordOf(milestone), dispute);
  milestone.billing = 'refunded';
  await payAgain(change, locked, milestone, lost);
}

/**
 * A moderator has cleared the payment. If its work was approved meanwhile it is released now, and
 * the rest refunded.
 */
async function clear(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
): Promise<void> {
  const id = recordOf(milestone);
  const { awarded_cents, awarded_to } = await lockRecord(change.tx, id);
  await change.tx
    .updateTable('billing_records')
    .set({ reviewed_at: new Date(), awarded_cents: null, awarded_to: null })
    .where('id', '=', id)
    .execute();
  milestone.in_review = false;
  if (awarded_cents !== null)
    await settle(change, locked, milestone, {
      released_cents: awarded_cents,
      developer_id: awarded_to,
    });
}

/**
 * Another developer continues with what is not approved. Held money stays held; open pages are
 * closed, since the next plan may have other prices; and what a moderator split for the leaving
 * developer becomes payable again for the new one.
 */
async function handOver(change: Change, locked: LockedTicket): Promise<void> {
  for (const milestone of locked.milestones) {
    if (milestone.billing_record_id === null) continue;
    if (milestone.billing === 'unpaid') await closePages(change, milestone.billing_record_id);
    else if (milestone.billing !== 'held')
      await payAgain(
        change,
        locked,
        milestone,
        await lockRecord(change.tx, milestone.billing_record_id),
      );
  }
}

/** Refunds all of it, also where the work was approved meanwhile. */
function refuse(change: Change, locked: LockedTicket, milestone: PlannedMilestone): Promise<void> {
  return settle(change, locked, milestone, { released_cents: 0, developer_id: null });
}

/** Gives work that can still be approved a new billing record, so that it can be paid again. */
async function payAgain(
  change: Change,
  { ticket }: LockedTicket,
  milestone: PlannedMilestone,
  ended: BillingRow,
): Promise<void> {
  if (milestone.status === 'ACCEPTED' || isFinal(ticket.status)) return;
  milestone.billing_record_id = await renewRecord(change, ended);
  milestone.billing = 'unpaid';
}

/**
 * Ends a milestone's hold, or stores how it will end after a review. If all of it is refunded, the
 * milestone can be paid again.
 */
async function settle(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
  parts: { released_cents: number; developer_id: string | null },
): Promise<void> {
  const id = recordOf(milestone);
  milestone.billing = await settleHold(change, id, parts);
  const waits = milestone.billing === 'held';
  milestone.awarded_cents = waits ? parts.released_cents : null;
  milestone.in_review = waits;
  if (milestone.billing === 'refunded')
    await payAgain(change, locked, milestone, await lockRecord(change.tx, id));
}

async function release(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
): Promise<void> {
  // Repairs have no money, and a moderator may have split it before the approval.
  if (
    milestone.billing === 'free' ||
    milestone.billing === 'released' ||
    milestone.awarded_cents !== null
  )
    return;
  await settle(change, locked, milestone, {
    released_cents: milestone.cost_cents,
    developer_id: required(locked.ticket.developer_id),
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

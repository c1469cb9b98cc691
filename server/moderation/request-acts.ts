import { type Action, acts } from '#domain/acts.ts';
import type { DecisionKind } from '#domain/decision.ts';
import type { BorneBy } from '#domain/ledger.ts';
import type { MoneyBackInput, RefundInput, SplitInput } from '#domain/moderation.ts';
import { developersMoved, sharedMoney, shownMoney } from '#domain/record-money.ts';
import type { ShownMoney, StepMoney } from '#domain/record-money-schemas.ts';
import { Refusal } from '#domain/refusals.ts';
import { isFinal } from '#domain/ticket-status.ts';
import type { Viewer } from '../http/viewer.ts';
import { allMoneyLeft, moneyLeft } from '../ledger/money-left.ts';
import type { Change } from '../lifecycle/change.ts';
import { type LockedTicket, lockTicket, type PlannedMilestone } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { developerPaidFor } from '../payments/holds.ts';
import { recordDecision } from './record-decision.ts';
import { closeReports } from './reports.ts';

/**
 * Takes a moderator's step that needs only a reason. Steps that end a review close its reports.
 * @throws Refusal as the rulebook says
 */
export async function decideByStep(
  change: Change,
  moderator: Viewer,
  id: string,
  { action, reason, shown }: { action: Action; reason: string; shown?: ShownMoney | undefined },
): Promise<StepMoney> {
  const locked = await lockTicket(change.tx, id);
  return recordDecision(change, moderator, locked, {
    kind: decisionOf(action),
    reason,
    shown,
    act: async (moved) => {
      await perform(change, locked, { action, actor: moderator });
      if (acts[action].place === 'way-out')
        await closeReports(change, moderator, { ticketId: id, reason });
      return { money: sharedMoney(await moved()) };
    },
  });
}

function decisionOf(action: Action): DecisionKind {
  const { decision } = acts[action];
  if (decision === undefined) throw new Error(`${action} is no decision of a moderator`);
  return decision;
}

/**
 * Splits what is held for one milestone; the request stays with the moderators.
 * @throws Refusal `split_does_not_add_up`, `nothing_held`, `no_developer`, `milestone_not_named`
 */
export async function splitMilestone(
  change: Change,
  moderator: Viewer,
  id: string,
  { reason, shown, milestone_id, ...amounts }: SplitInput,
): Promise<StepMoney> {
  const locked = await lockTicket(change.tx, id);
  const milestone = milestoneToSplit(locked, milestone_id);
  return decideMoney(change, moderator, locked, {
    kind: 'milestone_split',
    action: 'split',
    milestone,
    reason,
    shown,
    amounts,
  });
}

/**
 * Refunds released money of one milestone.
 * @throws Refusal `nothing_released` where less was released, `nothing_to_give_back`,
 * `dispute_open`
 */
export async function refundMilestone(
  change: Change,
  moderator: Viewer,
  id: string,
  { reason, shown, milestone_id, refunded_cents, borne_by }: RefundInput,
): Promise<StepMoney> {
  const locked = await lockTicket(change.tx, id);
  const milestone = milestoneOf(locked, milestone_id);
  const amounts = { released_cents: 0, refunded_cents, borne_by };
  return decideMoney(change, moderator, locked, {
    kind: 'money_refunded',
    action: 'refund',
    milestone,
    developer_id: await paidFor(change, milestone),
    reason,
    shown,
    amounts,
  });
}

/**
 * Refunds all that the customer has paid, held or released. A request that waits for a moderator
 * ends; reports about it are closed.
 * @throws Refusal `nothing_to_give_back`, `dispute_open`
 */
export async function giveMoneyBack(
  change: Change,
  moderator: Viewer,
  id: string,
  { reason, shown, borne_by }: MoneyBackInput,
): Promise<StepMoney> {
  const locked = await lockTicket(change.tx, id);
  const left = allMoneyLeft(await moneyLeft(change.tx, id));
  const refunded_cents = left.held_cents + left.released_cents;
  const { status, developer_id: current } = locked.ticket;
  const hasEnded = isFinal(status);
  return recordDecision(change, moderator, locked, {
    kind: 'money_given_back',
    reason,
    shown,
    developer_id: (money) => (hasEnded ? losesBy(money, current) : current),
    detail: { given_back_cents: refunded_cents, ...(left.released_cents > 0 && { borne_by }) },
    act: async (moved) => {
      const amounts = { released_cents: 0, refunded_cents, borne_by };
      await perform(change, locked, { action: 'money-back', actor: moderator, amounts });
      await closeReports(change, moderator, { ticketId: id, reason });
      return { refunded_cents: (await moved()).refunded_cents };
    },
  });
}

/** The developer to whom its money was released may have lost the request since. */
function paidFor({ tx }: Change, { billing_record_id }: PlannedMilestone): Promise<string | null> {
  return billing_record_id === null
    ? Promise.resolve(null)
    : developerPaidFor(tx, billing_record_id);
}

/** After the end only the developers from whom it takes money lose something by it. */
function losesBy(money: StepMoney, current: string | null): string | null {
  const moved = developersMoved(money);
  return moved.find((id) => id === current) ?? moved[0] ?? null;
}

interface Move {
  kind: DecisionKind;
  action: 'split' | 'refund';
  milestone: PlannedMilestone;
  developer_id?: string | null;
  reason: string;
  shown: ShownMoney | undefined;
  amounts: { released_cents: number; refunded_cents: number; borne_by?: BorneBy };
}

function decideMoney(
  change: Change,
  moderator: Viewer,
  locked: LockedTicket,
  { kind, action, milestone, developer_id = null, reason, shown, amounts }: Move,
): Promise<StepMoney> {
  const { id: milestoneId, title } = milestone;
  return recordDecision(change, moderator, locked, {
    kind,
    reason,
    shown,
    developer_id,
    target: { type: 'milestone', id: milestoneId },
    detail: (money) => ({ milestone_id: milestoneId, ...sumsOf(money), ...borneBy(amounts) }),
    act: async (moved) => {
      const concerns = developer_id === null ? undefined : [developer_id];
      const step = { action, actor: moderator, milestoneId, amounts, concerns };
      await perform(change, locked, step);
      const money = await moved();
      return { milestone: title, refunded_cents: money.refunded_cents, money: sharedMoney(money) };
    },
  });
}

/** What is booked, now or after a review, named apart from the totals of the request. */
function sumsOf(money: StepMoney) {
  const { customer_cents, developer_cents, fee_cents } = shownMoney(money, 0);
  return {
    milestone_released_cents: Math.max(0, developer_cents + fee_cents),
    milestone_refunded_cents: customer_cents,
  };
}

function borneBy({ borne_by }: Move['amounts']) {
  return borne_by ? { borne_by } : {};
}

function milestoneToSplit(locked: LockedTicket, milestoneId: string | undefined): PlannedMilestone {
  if (milestoneId !== undefined) return milestoneOf(locked, milestoneId);
  const [only, ...others] = locked.milestones.filter(({ billing }) => billing === 'held');
  if (!only || others.length > 0) throw new Refusal('milestone_not_named');
  return only;
}

/** @throws Refusal `not_found` for a milestone of another request */
function milestoneOf({ milestones }: LockedTicket, milestoneId: string): PlannedMilestone {
  const milestone = milestones.find(({ id }) => id === milestoneId);
  if (!milestone) throw new Refusal('not_found');
  return milestone;
}

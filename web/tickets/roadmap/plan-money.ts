import type { Milestone } from '#domain/milestone.ts';
import { feeTerm } from '#domain/money.ts';
import { moneyWords } from '#domain/record-money.ts';
import type { MoneyPlaces } from '#domain/record-money-schemas.ts';
import type { Ticket } from '#domain/ticket.ts';

type Priced = Pick<
  Milestone,
  'cost_cents' | 'charge_cents' | 'discount_cents' | 'fee_cents' | 'billing_status'
>;

/** What a plan's money is made of, in cents. */
export interface PlanMoney {
  cost: number;
  /** What the platform bears of a new customer's first hour. */
  discount: number;
  charge: number;
  /** The part of the cost that the platform keeps: of what is held as it was decided then. */
  fee: number;
  /** What stands beside it. */
  feeTerm: string;
  /** The part of the cost that is the developer's. */
  share: number;
  /** Of milestones that are not paid yet: what the customer will pay, and the developer's share. */
  unpaid: { charge: number; share: number };
}

type Paid = Pick<Milestone, 'status' | 'billing_status' | keyof MoneyPlaces>;

/** What of a plan a developer is paid for: what was accepted of another is that one's. */
export function ownPart<Some extends Paid>(
  relation: Ticket['relation'],
  milestones: readonly Some[],
): readonly Some[] {
  if (relation !== 'developer') return milestones;
  return milestones.filter(({ status, billing_status, ...places }) => {
    const hasMoney = billing_status === 'held' || billing_status === 'released';
    return status !== 'ACCEPTED' || !hasMoney || moneyWords(places) !== null;
  });
}

/** Adds up a plan. Each milestone has its own fee. */
export function planMoney(milestones: readonly Priced[]): PlanMoney {
  const money: PlanMoney = {
    cost: 0,
    discount: 0,
    charge: 0,
    fee: 0,
    share: 0,
    feeTerm: feeTerm(milestones),
    unpaid: { charge: 0, share: 0 },
  };
  for (const milestone of milestones) {
    const { cost_cents, charge_cents, discount_cents, fee_cents, billing_status } = milestone;
    const share = cost_cents - fee_cents;
    money.cost += cost_cents;
    money.discount += discount_cents;
    money.charge += charge_cents;
    money.fee += fee_cents;
    money.share += share;
    if (billing_status !== null && billing_status !== 'unpaid') continue;
    money.unpaid.charge += charge_cents;
    money.unpaid.share += share;
  }
  return money;
}

/**
 * What is still to be paid, in the plan's order: the server charges the first of these. A plan that was
 * opened again may begin with a milestone that is paid, or called off.
 */
export function unpaidOf<Some extends Pick<Milestone, 'billing_status'>>(
  milestones: readonly Some[],
): Some[] {
  return milestones.filter(({ billing_status }) => billing_status === 'unpaid');
}

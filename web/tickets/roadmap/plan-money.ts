import type { Milestone } from '#domain/milestone.ts';
import { feeTerm } from '#domain/money.ts';
import { moneyWords } from '#domain/record-money.ts';
import type { MoneyPlaces } from '#domain/record-money-schemas.ts';
import type { Ticket } from '#domain/ticket.ts';

type Priced = Pick<
  Milestone,
  'cost_cents' | 'charge_cents' | 'discount_cents' | 'fee_cents' | 'billing_status'
>;

/** The parts of a plan's money, in cents. */
export interface PlanMoney {
  cost: number;
  /** The platform's part of a new customer's first hour. */
  discount: number;
  charge: number;
  /** The platform's fee, as fixed for held money. */
  fee: number;
  /** Beside the fee. */
  feeTerm: string;
  /** The developer's part. */
  share: number;
  /** Unpaid milestones: the customer's charge, and the developer's share. */
  unpaid: { charge: number; share: number };
}

type Paid = Pick<Milestone, 'status' | 'billing_status' | keyof MoneyPlaces>;

/** The part of a plan that this developer is paid for, without work approved of others. */
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

/** Sums up a plan. Each milestone has its own fee. */
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
 * Unpaid milestones in order: the server charges the first of these. A plan may begin with milestones
 * that are paid or cancelled.
 */
export function unpaidOf<Some extends Pick<Milestone, 'billing_status'>>(
  milestones: readonly Some[],
): Some[] {
  return milestones.filter(({ billing_status }) => billing_status === 'unpaid');
}

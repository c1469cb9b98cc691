import type { BillingStatus } from '#domain/billing.ts';
import type { Milestone } from '#domain/milestone.ts';
import { splitFee } from '#domain/money.ts';

type Priced = Pick<Milestone, 'cost_cents' | 'charge_cents' | 'discount_cents' | 'billing_status'>;

/** What a plan's money is made of, in cents. */
export interface PlanMoney {
  cost: number;
  /** What the platform bears of a new customer's first hour. */
  discount: number;
  charge: number;
  /** The part of the cost that the platform keeps. */
  fee: number;
  /** The part of the cost that is the developer's. */
  share: number;
  /** What customers paid, by where it is now. */
  charged: Record<BillingStatus, number>;
  /** The developer's share of it. */
  shares: Record<BillingStatus, number>;
}

/** Adds up a plan. The fee is rounded per milestone, as it is when a milestone is released. */
export function planMoney(milestones: readonly Priced[]): PlanMoney {
  const money: PlanMoney = {
    cost: 0,
    discount: 0,
    charge: 0,
    fee: 0,
    share: 0,
    charged: { ...nothing },
    shares: { ...nothing },
  };
  for (const milestone of milestones) {
    const { fee_cents, net_cents } = splitFee(milestone.cost_cents);
    money.cost += milestone.cost_cents;
    money.discount += milestone.discount_cents;
    money.charge += milestone.charge_cents;
    money.fee += fee_cents;
    money.share += net_cents;
    money.charged[milestone.billing_status ?? 'unpaid'] += milestone.charge_cents;
    money.shares[milestone.billing_status ?? 'unpaid'] += net_cents;
  }
  return money;
}

const nothing: Record<BillingStatus, number> = {
  unpaid: 0,
  held: 0,
  released: 0,
  refunded: 0,
  void: 0,
};

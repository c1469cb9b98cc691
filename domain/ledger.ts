import { feeOfPart } from './money.ts';

/**
 * The double-entry ledger. An amount is an account's gain; the lines of an entry sum to zero, so money
 * from outside is a negative account. Source: product decisions, "Money"; docs/payments.md has the
 * table of entries.
 */
export const LEDGER_ACCOUNTS = [
  // Our money at the payment provider, negative.
  'clearing',
  // A developer's money in their own account at the provider; negative.
  'connected',
  // Customers' money, until the work is approved.
  'held',
  // Earned and not yet paid out; negative when the developer owes it.
  'developer',
  // Requested payouts that the provider has not taken yet.
  'payouts',
  'fees',
  // The platform's part of first hours, negative.
  'promotions',
  // Owed to customers, until the provider has refunded it.
  'refunds',
  // Withdrawn by the provider for a dispute, negative until that is decided.
  'disputes',
  // The platform's losses by disputes and by refunds after a release, negative.
  'losses',
  // What the platform has paid people from elsewhere, such as its own bank account.
  'outside',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export const ENTRY_KINDS = [
  'hold',
  'release',
  'refund',
  'split',
  'return',
  'paid_back',
  'refund_failed',
  'paid_elsewhere',
  'transfer',
  'reversal',
  'payout',
  'paid_out',
  'payout_failed',
  'case_refund',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'case_dispute',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface LedgerLine {
  account: LedgerAccount;
  /** What a held account is held for, the person of a developer or connected account. */
  owner_id: string | null;
  amount_cents: number;
}

/** An amount that is held: for a milestone, or a record of another program. */
export interface Held {
  held_for: string;
  price_cents: number;
  discount_cents: number;
  /** Of the whole price, as fixed when it was held. */
  fee_cents: number;
}

/** The customer's payment and the platform's promotion, held. */
export function holdLines({
  held_for,
  price_cents,
  discount_cents,
}: Omit<Held, 'fee_cents'>): LedgerLine[] {
  return lines(
    ['clearing', null, discount_cents - price_cents],
    ['promotions', null, -discount_cents],
    ['held', held_for, price_cents],
  );
}

/**
 * The end of a hold. `released_cents` of the price is earned: the developer gets it less the platform's
 * fee. The rest is returned: first to the customer what they paid, then to the platform's promotion.
 */
export function settleLines(
  held: Held,
  { released_cents, developer_id }: { released_cents: number; developer_id: string | null },
): LedgerLine[] {
  const { held_for, price_cents, discount_cents } = held;
  const refunded_cents = price_cents - released_cents;
  const to_customer = Math.min(refunded_cents, price_cents - discount_cents);
  const fee_cents = feeOfPart(held, released_cents);
  return lines(
    ['held', held_for, -price_cents],
    ['developer', developer_id, released_cents - fee_cents],
    ['fees', null, fee_cents],
    ['promotions', null, refunded_cents - to_customer],
    ['refunds', null, to_customer],
  );
}

/** An unexpected payment: received, and owed back at once. */
export function returnLines(charge_cents: number): LedgerLine[] {
  return lines(['clearing', null, -charge_cents], ['refunds', null, charge_cents]);
}

/** The provider has refunded what was owed; negative: it could not after all. */
export function paidBackLines(cents: number): LedgerLine[] {
  return lines(['refunds', null, -cents], ['clearing', null, cents]);
}

/** By hand the platform has refunded so much more than was owed; negative: that is no loss any more. */
export function overpaidLines(cents: number): LedgerLine[] {
  return lines(['refunds', null, cents], ['losses', null, -cents]);
}

/** The platform has paid what was owed to a customer, and not by the provider. */
export function paidElsewhereLines(cents: number): LedgerLine[] {
  return lines(['refunds', null, -cents], ['outside', null, cents]);
}

/** From the platform's account at the provider to the developer's; negative: back. */
export function transferLines(developer_id: string, cents: number): LedgerLine[] {
  return lines(['clearing', null, cents], ['connected', developer_id, -cents]);
}

/** A requested payout; negative: it failed. */
export function payoutLines(developer_id: string, cents: number): LedgerLine[] {
  return lines(['developer', developer_id, -cents], ['payouts', null, cents]);
}

/** The provider has taken the payout. */
export function paidOutLines(developer_id: string, cents: number): LedgerLine[] {
  return lines(['payouts', null, -cents], ['connected', developer_id, cents]);
}

/** The developer's bank sent back a payout that the provider had taken. */
export function sentBackLines(developer_id: string, cents: number): LedgerLine[] {
  return lines(['connected', developer_id, -cents], ['developer', developer_id, cents]);
}

/** The platform has paid a developer what was theirs, and not by the provider. */
export function paidOutElsewhereLines(developer_id: string, cents: number): LedgerLine[] {
  return lines(['developer', developer_id, -cents], ['outside', null, cents]);
}

/** Who bears a refund after the release: a moderator's decision. */
export const BORNE_BY = ['developer', 'platform'] as const;
export type BorneBy = (typeof BORNE_BY)[number];

/** States of a customer's dispute with their bank. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/**
 * A refund after the release. The platform always gives up its fee on it; the developer's share comes
 * from their balance, which may become negative, or from the platform. `before_cents` was refunded
 * earlier: all parts together give up the fee of their sum, however each is rounded.
 */
export function caseLines(
  held: Pick<Held, 'price_cents' | 'fee_cents'>,
  { cents, before_cents }: { cents: number; before_cents: number },
  { developer_id, borne_by }: { developer_id: string | null; borne_by: BorneBy },
  to: 'refunds' | 'losses',
): LedgerLine[] {
  const fee_cents = feeOfPart(held, before_cents + cents) - feeOfPart(held, before_cents);
  const net_cents = cents - fee_cents;
  const share: [LedgerAccount, string | null, number] =
    borne_by === 'developer'
      ? ['developer', developer_id, -net_cents]
      : ['losses', null, -net_cents];
  return lines(share, ['fees', null, -fee_cents], [to, null, cents]);
}

/** The provider withdrew disputed money; negative: it returned it. */
export function disputeLines(cents: number): LedgerLine[] {
  return lines(['clearing', null, cents], ['disputes', null, -cents]);
}

/** A lost dispute that ends a hold: `cents` of the customer's payment by their bank, the rest another way. */
export function lostHeldLines(held: Omit<Held, 'fee_cents'>, cents: number): LedgerLine[] {
  const { held_for, price_cents, discount_cents } = held;
  return lines(
    ['held', held_for, -price_cents],
    ['promotions', null, discount_cents],
    ['disputes', null, cents],
    ['refunds', null, price_cents - discount_cents - cents],
  );
}

/** A lost dispute over money that is no longer held: first what was owed anyway, the rest is a loss. */
export function lostLines(cents: number, owed_cents: number): LedgerLine[] {
  return lines(
    ['refunds', null, -owed_cents],
    ['losses', null, owed_cents - cents],
    ['disputes', null, cents],
  );
}

function lines(...rows: [LedgerAccount, string | null, number][]): LedgerLine[] {
  return rows
    .filter(([, , amount_cents]) => amount_cents !== 0)
    .map(([account, owner_id, amount_cents]) => ({ account, owner_id, amount_cents }));
}

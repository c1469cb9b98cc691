import { feeOfPart } from './money.ts';

/**
 * The double-entry ledger. An amount is what an account gains; the lines of an entry sum to zero,
 * so money that came from outside stands as a negative account.
 * Source: product decisions, "Money"; docs/payments.md has the table of entries.
 */
export const LEDGER_ACCOUNTS = [
  // What the payment provider keeps for us, negative.
  'clearing',
  // What the provider keeps for a developer, in their own account there; negative.
  'connected',
  // Customers' money, until the work is accepted.
  'held',
  // What a developer has earned and not yet been paid out; below zero they owe it.
  'developer',
  // Payouts that were asked for and that the provider has not taken yet.
  'payouts',
  'fees',
  // What the platform bears of first hours, negative.
  'promotions',
  // Owed to customers, until the provider has paid it back.
  'refunds',
  // Taken by the provider because a customer's bank disputes it, negative until that is decided.
  'disputes',
  // What the platform bears of lost disputes and of refunds after a release, negative.
  'losses',
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

/** What is held, and for what: a milestone, or a record of another program. */
export interface Held {
  held_for: string;
  price_cents: number;
  discount_cents: number;
  /** Of the whole price, as it was decided when it was held. */
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
 * The end of a hold. `released_cents` of the price is earned: the developer gets it less the
 * platform's fee. The rest goes back: to the customer what they paid, and only what is left of it
 * to the platform's promotion.
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

/** A payment that was no longer expected: received, and owed back at once. */
export function returnLines(charge_cents: number): LedgerLine[] {
  return lines(['clearing', null, -charge_cents], ['refunds', null, charge_cents]);
}

/** The provider has paid back what was owed to the customer; negative: it could not after all. */
export function paidBackLines(cents: number): LedgerLine[] {
  return lines(['refunds', null, -cents], ['clearing', null, cents]);
}

/** From the platform's money at the provider to the developer's; a negative amount takes it back. */
export function transferLines(developer_id: string, cents: number): LedgerLine[] {
  return lines(['clearing', null, cents], ['connected', developer_id, -cents]);
}

/** A developer asks for their money; a negative amount is a payout that came to nothing. */
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

/** Who bears what goes back to a customer after it was released. A moderator's decision. */
export const BORNE_BY = ['developer', 'platform'] as const;
export type BorneBy = (typeof BORNE_BY)[number];

/** How a customer's dispute with their bank stands. */
export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/**
 * Money that goes back although it was released. The platform gives up its fee on it in any case;
 * the developer's share comes from their balance, which may fall below zero, or from the platform.
 * Of what goes back in parts, `before_cents` went already: all parts together give up the fee of
 * their sum, however each is rounded.
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

/** The provider took disputed money; a negative amount gives it back. */
export function disputeLines(cents: number): LedgerLine[] {
  return lines(['clearing', null, cents], ['disputes', null, -cents]);
}

/** A lost dispute over money that was still held: it went back to the customer by their bank. */
export function lostHeldLines(held: Omit<Held, 'fee_cents'>): LedgerLine[] {
  const { held_for, price_cents, discount_cents } = held;
  return lines(
    ['held', held_for, -price_cents],
    ['promotions', null, discount_cents],
    ['disputes', null, price_cents - discount_cents],
  );
}

/** A lost dispute over money that is no longer held: first what was owed anyway, the rest is lost. */
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

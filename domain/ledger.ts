import { splitFee } from './money.ts';

/**
 * The double-entry ledger. An amount is what an account gains; the lines of an entry sum to zero,
 * so money that came from outside stands as a negative clearing account.
 * Source: product decisions, "Money".
 */
export const LEDGER_ACCOUNTS = [
  'clearing',
  'held',
  'developer',
  'fees',
  'promotions',
  'refunds',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export const ENTRY_KINDS = ['hold', 'release', 'refund', 'return', 'paid_back'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface LedgerLine {
  account: LedgerAccount;
  /** The milestone of a held account, the person of a developer account. */
  owner_id: string | null;
  amount_cents: number;
}

/** The customer's payment and the platform's promotion, held for a milestone. */
export function holdLines(amounts: {
  milestone_id: string;
  price_cents: number;
  discount_cents: number;
}): LedgerLine[] {
  return lines(
    ['clearing', null, amounts.discount_cents - amounts.price_cents],
    ['promotions', null, -amounts.discount_cents],
    ['held', amounts.milestone_id, amounts.price_cents],
  );
}

/** An accepted milestone: the developer gets the price less the platform's fee. */
export function releaseLines(amounts: {
  milestone_id: string;
  developer_id: string;
  price_cents: number;
}): LedgerLine[] {
  const { fee_cents, net_cents } = splitFee(amounts.price_cents);
  return lines(
    ['held', amounts.milestone_id, -amounts.price_cents],
    ['developer', amounts.developer_id, net_cents],
    ['fees', null, fee_cents],
  );
}

/** Held money that goes back: what the customer paid to be refunded, the promotion to the platform. */
export function refundLines(amounts: {
  milestone_id: string;
  price_cents: number;
  discount_cents: number;
}): LedgerLine[] {
  return lines(
    ['held', amounts.milestone_id, -amounts.price_cents],
    ['promotions', null, amounts.discount_cents],
    ['refunds', null, amounts.price_cents - amounts.discount_cents],
  );
}

/** A payment that was no longer expected: received, and owed back at once. */
export function returnLines(charge_cents: number): LedgerLine[] {
  return lines(['clearing', null, -charge_cents], ['refunds', null, charge_cents]);
}

/** The provider has paid back what was owed to the customer. */
export function paidBackLines(charge_cents: number): LedgerLine[] {
  return lines(['refunds', null, -charge_cents], ['clearing', null, charge_cents]);
}

function lines(...rows: [LedgerAccount, string | null, number][]): LedgerLine[] {
  return rows
    .filter(([, , amount_cents]) => amount_cents !== 0)
    .map(([account, owner_id, amount_cents]) => ({ account, owner_id, amount_cents }));
}

import type { Reader } from '../database/database.ts';
import { balance } from './ledger.ts';
import { undecidedDispute } from './money-left.ts';

/** What a developer has, in cents. */
export interface DeveloperMoney {
  /** Below zero they owe it. */
  balance_cents: number;
  /** Earned, but a customer's bank disputes it, or it was lost and nobody has said who bears it. */
  frozen_cents: number;
  /** Asked for, and not yet taken by the provider. */
  in_transit_cents: number;
  available_cents: number;
}

/** Read under the lock of the developer's profile when money moves by it. */
export async function developerMoney(db: Reader, developerId: string): Promise<DeveloperMoney> {
  const balance_cents = await balance(db, 'developer', developerId);
  const frozen_cents = await frozenOf(db, developerId);
  const { total } = await db
    .selectFrom('payouts')
    .select((query) => query.fn.sum<string>('amount_cents').as('total'))
    .where('developer_id', '=', developerId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return {
    balance_cents,
    frozen_cents,
    in_transit_cents: Number(total ?? 0),
    available_cents: Math.max(0, balance_cents - frozen_cents),
  };
}

/**
 * Whether a developer has earned anything that is not with them yet, or will have once a payment was
 * looked at. What they owe is not that.
 */
export async function hasMoneyLeft(db: Reader, developerId: string): Promise<boolean> {
  const { balance_cents, in_transit_cents } = await developerMoney(db, developerId);
  if (balance_cents > 0 || in_transit_cents > 0) return true;
  const awarded = await db
    .selectFrom('billing_records')
    .select('id')
    .where('awarded_to', '=', developerId)
    .executeTakeFirst();
  return awarded !== undefined;
}

async function frozenOf(db: Reader, developerId: string): Promise<number> {
  const { total } = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .select((query) => query.fn.sum<string>('l.amount_cents').as('total'))
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId)
    .where('e.billing_record_id', 'in', frozenRecords(db))
    .executeTakeFirstOrThrow();
  return Math.max(0, Number(total ?? 0));
}

/** Records of which nothing may leave. */
function frozenRecords(db: Reader) {
  return db
    .selectFrom('disputes as d')
    .innerJoin('billing_records as b', 'b.id', 'd.billing_record_id')
    .select('d.billing_record_id')
    .where(undecidedDispute());
}

import { CompiledQuery } from 'kysely';
import type { Reader } from '../database/database.ts';
import { balance } from './ledger.ts';
import { undecidedDispute } from './money-left.ts';

/** What a developer has, in cents. */
export interface DeveloperMoney {
  /** Negative: they owe it. */
  balance_cents: number;
  /** Earned, but disputed by the customer's bank, or lost to a dispute that nobody bears yet. */
  frozen_cents: number;
  /** Earned recently by a new developer, of what is left of it: paid out from `waits_until` on. */
  waiting_cents: number;
  /** When all of `waiting_cents` can be paid out; null where nothing waits. */
  waits_until: Date | null;
  /** Requested, and not yet taken by the provider. */
  in_transit_cents: number;
  available_cents: number;
}

/** Read under the lock of the developer's profile where money moves by it. */
export async function developerMoney(db: Reader, developerId: string): Promise<DeveloperMoney> {
  const balance_cents = await balance(db, 'developer', developerId);
  const kept = withinBalance(await keptBack(db, developerId), balance_cents);
  const { total } = await db
    .selectFrom('payouts')
    .select((query) => query.fn.sum<string>('amount_cents').as('total'))
    .where('developer_id', '=', developerId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return {
    balance_cents,
    ...kept,
    in_transit_cents: Number(total ?? 0),
    available_cents: Math.max(0, balance_cents - kept.frozen_cents - kept.waiting_cents),
  };
}

/** What was taken back from money that is paid out already comes out of what waits. */
function withinBalance({ frozen_cents, ...kept }: KeptBack, balance_cents: number): KeptBack {
  const left_cents = Math.max(0, balance_cents - frozen_cents);
  const waiting_cents = Math.min(kept.waiting_cents, left_cents);
  const waits_until = waiting_cents > 0 ? kept.waits_until : null;
  return { frozen_cents, waiting_cents, waits_until };
}

const HAS_MONEY = `select
  exists (select from payouts where developer_id = $1 and status = 'pending')
  or exists (select from billing_records where awarded_to = $1)
  or coalesce((select sum(amount_cents) from ledger_lines
    where account = 'developer' and owner_id = $1), 0) > 0 as has_money`;

/**
 * Whether a developer has earned money that has not been paid out, or will have after a review. Debts do
 * not count. Asked in one statement: what comes back at this moment is in one place or the other.
 */
export async function hasMoneyLeft(db: Reader, developerId: string): Promise<boolean> {
  const { rows } = await db.executeQuery<{ has_money: boolean }>(
    CompiledQuery.raw(HAS_MONEY, [developerId]),
  );
  return rows[0]?.has_money === true;
}

type KeptBack = Pick<DeveloperMoney, 'frozen_cents' | 'waiting_cents' | 'waits_until'>;

/** What cannot be paid out yet; each cent counts for one reason only. */
async function keptBack(db: Reader, developerId: string): Promise<KeptBack> {
  const rows = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .innerJoin('billing_records as r', 'r.id', 'e.billing_record_id')
    .select(({ fn, exists, ref }) => [
      fn.sum<string>('l.amount_cents').as('cents'),
      'r.payable_at',
      exists(frozenRecords(db).whereRef('d.billing_record_id', '=', ref('r.id'))).as('is_frozen'),
    ])
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId)
    .where((where) =>
      where.or([where('r.payable_at', '>', new Date()), where('r.id', 'in', frozenRecords(db))]),
    )
    .groupBy(['r.id', 'r.payable_at'])
    .having(({ fn }) => fn.sum('l.amount_cents'), '>', 0)
    .execute();
  const sum = (which: typeof rows) => which.reduce((total, { cents }) => total + Number(cents), 0);
  const [frozen, waiting] = [true, false].map((is) =>
    rows.filter(({ is_frozen }) => is_frozen === is),
  );
  const until = (waiting ?? []).map(({ payable_at }) => payable_at?.getTime() ?? 0);
  return {
    frozen_cents: sum(frozen ?? []),
    waiting_cents: sum(waiting ?? []),
    waits_until: until.length > 0 ? new Date(Math.max(...until)) : null,
  };
}

/** Records whose money cannot be paid out. */
function frozenRecords(db: Reader) {
  return db
    .selectFrom('disputes as d')
    .innerJoin('billing_records as b', 'b.id', 'd.billing_record_id')
    .select('d.billing_record_id')
    .where(undecidedDispute());
}

import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { periodOf, type Span } from './span.ts';

export interface MoneyMoved {
  held_cents: number;
  released_cents: number;
  returned_cents: number;
}

/** What the ledger says came in, was earned and went back; periods without any are left out. */
export async function moneyIn(db: Database, span: Span): Promise<Map<number, MoneyMoved>> {
  const { rows } = await sql<{ period: number; came: number; went: number; earned: number }>`
    select ${periodOf(span, 'e.created_at')} as period,
      coalesce(sum(l.amount_cents) filter (where l.account = 'held' and l.amount_cents > 0), 0)::float8 as came,
      coalesce(-sum(l.amount_cents) filter (where l.account = 'held' and l.amount_cents < 0), 0)::float8 as went,
      coalesce(sum(l.amount_cents) filter (where l.account in ('developer', 'fees')
        and e.kind in ('release', 'split')), 0)::float8 as earned
    from ledger_entries e join ledger_lines l on l.entry_id = e.id
    where e.created_at >= ${span.from}
    group by 1`.execute(db);
  return new Map(
    rows.map(({ period, came, went, earned }) => [
      period,
      { held_cents: came, released_cents: earned, returned_cents: went - earned },
    ]),
  );
}

/** What customers have paid for and nobody has earned yet. */
export async function heldNow(db: Database): Promise<number> {
  const { held } = await db
    .selectFrom('billing_records')
    .select(sql<number>`coalesce(sum(price_cents), 0)::float8`.as('held'))
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return held;
}

import { sql } from 'kysely';
import type { Earnings } from '#domain/earnings.ts';
import type { Reader } from '../database/database.ts';

const MONTHS_SHOWN = 12;

/** Earned and paid out by month (UTC), oldest first, without gaps, up to this month. */
export async function earningsByMonth(
  db: Reader,
  developerId: string,
): Promise<Earnings['months']> {
  const rows = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .select([
      sql<string>`to_char(e.created_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
      sql<boolean>`e.payout_id is not null`.as('is_payout'),
      sql<number>`sum(l.amount_cents)::bigint`.as('cents'),
    ])
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId)
    .groupBy(['month', 'is_payout'])
    .execute();
  const sumOf = (month: string, isPayout: boolean) =>
    rows.find((row) => row.month === month && row.is_payout === isPayout)?.cents ?? 0;
  const first = rows.map(({ month }) => month).sort()[0];
  return monthsUpTo(new Date())
    .filter((month) => first !== undefined && month >= first)
    .map((month) => ({
      month,
      earned_cents: sumOf(month, false),
      // Taken from the balance there, so it is negative; `|| 0` keeps -0 out of the answer.
      paid_out_cents: -sumOf(month, true) || 0,
    }));
}

function monthsUpTo(now: Date): string[] {
  return Array.from({ length: MONTHS_SHOWN }, (_, index) => {
    const back = MONTHS_SHOWN - 1 - index;
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return month.toISOString().slice(0, 7);
  });
}

import { type RawBuilder, sql } from 'kysely';
import { permissionOf } from '#domain/actions.ts';
import type { Earning, Earnings, ShownPayoutStatus } from '#domain/earnings.ts';
import { shareOf } from '#domain/record-money.ts';
import { invalidInput, Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { PageRequest } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { type DeveloperMoney, developerMoney } from '../ledger/developer-money.ts';
import { invoicesOfEntries } from '../ledger/invoices.ts';
import { developerOfRecord } from '../ledger/record-money.ts';
import type { Context } from '../lifecycle/context.ts';
import { movementKind, movementsOf } from './movements.ts';
import { canBePaidTo } from './payout-accounts.ts';
import { payoutRefusal } from './payouts.ts';

const MONTHS_SHOWN = 12;

/** Earned and paid out by month (UTC), oldest first, without gaps, up to this month. */
async function earningsByMonth(
  db: Reader,
  developerId: string,
  isKept: IsKept,
): Promise<Earnings['months']> {
  const rows = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .leftJoin('payouts as p', 'p.id', 'e.payout_id')
    .select([
      sql<string>`to_char(e.created_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
      sql<boolean>`e.payout_id is not null`.as('is_payout'),
      sql<number>`sum(l.amount_cents)::bigint`.as('cents'),
    ])
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId)
    .where(sql<boolean>`${isKept} is not true`)
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
      // Negative in the ledger; `|| 0` avoids -0.
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

/**
 * A developer's money: held for their work, available, paid out.
 * @throws Refusal `not_your_part` for anyone else
 */
export async function earningsFor(
  context: Context,
  viewer: Viewer,
  page: PageRequest,
): Promise<Earnings> {
  if (viewer.user_type !== 'developer') throw new Refusal('not_your_part');
  const { db, config } = context;
  const after = parsePlace(page.cursor);
  const money = await developerMoney(db, viewer.id);
  const isKept = isKeptBy(money);
  const rows = await entriesOf(db, viewer.id, { after, limit: page.limit + 1, isKept });
  const items = rows.slice(0, page.limit);
  const { available_cents, frozen_cents, waiting_cents, waits_until, balance_cents } = money;
  const ready = await canBePaidTo(context, viewer.id);
  const refusal = payoutRefusal({ available_cents, waiting_cents, ready });
  return {
    ...(await heldFor(db, viewer.id)),
    available_cents,
    frozen_cents,
    waiting_cents,
    waits_until,
    owed_cents: Math.max(0, -balance_cents),
    paid_out_cents: await paidOut(db, viewer.id, isKept),
    months: await earningsByMonth(db, viewer.id, isKept),
    payout_account: { provider: config.payments, ready },
    actions: { 'pay-out': permissionOf(refusal) },
    items,
    next_cursor: rows.length > page.limit ? (items.at(-1)?.id ?? null) : null,
  };
}

/** The developer's share of paid and unreleased records, and of those already approved. */
async function heldFor(
  db: Reader,
  developerId: string,
): Promise<Pick<Earnings, 'held_cents' | 'looked_at_cents'>> {
  const held = await db
    .selectFrom('billing_records as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .select(['b.price_cents', 'b.fee_cents', 'b.awarded_cents'])
    .where('b.status', '=', 'held')
    .where(developerOfRecord, '=', developerId)
    .execute();
  const sum = (records: typeof held) =>
    records.reduce((total, record) => total + shareOf(record), 0);
  const accepted = held.filter(({ awarded_cents }) => awarded_cents !== null);
  return { held_cents: sum(held), looked_at_cents: sum(accepted) };
}

type IsKept = RawBuilder<boolean>;

/** Whether a dispute keeps a payout (`p`) back; none any more once nothing is frozen. */
function isKeptBy({ frozen_cents }: DeveloperMoney): IsKept {
  return sql`(p.kept and ${frozen_cents > 0})`;
}

/** Payouts that are done or on their way, as they have left the balance; not those that a dispute keeps back. */
async function paidOut(db: Reader, developerId: string, isKept: IsKept): Promise<number> {
  const { total } = await db
    .selectFrom('payouts as p')
    .select((query) => query.fn.sum<string>('amount_cents').as('total'))
    .where('developer_id', '=', developerId)
    .where('status', '<>', 'failed')
    .where(sql<boolean>`not ${isKept}`)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/**
 * Movements of a developer's balance, newest first; `after` is the last one of the previous page.
 */
async function entriesOf(
  db: Reader,
  developerId: string,
  { after, limit, isKept }: { after: number | null; limit: number; isKept: IsKept },
): Promise<Earning[]> {
  const rows = await movementsOf(db, developerId)
    .leftJoin('payouts as p', 'p.id', 'e.payout_id')
    .select(['b.milestone_id', 'e.payout_id'])
    .select(
      sql<ShownPayoutStatus | null>`case when ${isKept} then 'kept' else p.status end`.as(
        'payout_status',
      ),
    )
    .$if(after !== null, (query) => query.where('e.id', '<', after ?? 0))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
  const invoices = await invoicesOfEntries(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, at, ticket_id, milestone_id, milestone_title, ...row }) => {
    const { payout_id, payout_status, net_cents, fee_cents } = row;
    const kind = movementKind(row.kind);
    const isRelease = kind === 'release';
    return {
      id: String(id),
      kind: kind === 'refund' ? 'adjustment' : kind,
      amount_cents: net_cents,
      gross_cents: isRelease ? net_cents + fee_cents : null,
      fee_cents: isRelease ? fee_cents : null,
      ticket_id,
      milestone_id,
      milestone_title,
      payout_id,
      payout_status,
      invoices: invoices.get(id) ?? [],
      created_at: at,
    };
  });
}

/** @throws Refusal `invalid_input` for a cursor that we did not give out */
function parsePlace(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalidInput('cursor', 'This cursor is not valid');
  return Number(cursor);
}

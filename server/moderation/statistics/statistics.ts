import { sql } from 'kysely';
import { REPORT_AGES, type Statistics, type StatisticsDays } from '#domain/statistics.ts';
import type { Database } from '../../database/database.ts';
import { trackRecord } from '../track-record.ts';
import { bestFittingSince } from './best-fitting.ts';
import { type Durations, timeToGrab, timeToPlan, timeToReply } from './durations.ts';
import { requestMoves } from './moves.ts';
import { periodOf, type Span, spanOf, startOf } from './span.ts';

const NO_REVIEWS: Reviews = { accepted: 0, sent_back: 0 };
const NO_MONEY = { held_cents: 0, released_cents: 0, returned_cents: 0 };

/**
 * Statistics of the last `days`, from history and ledger. Each query reads only rows of that time
 * and what is open now.
 */
export async function statisticsOf(
  db: Database,
  days: StatisticsDays,
  now = new Date(),
): Promise<Statistics> {
  const span = spanOf(days, now);
  const [moves, grab, plan, reply, reviews, money, track, best_fitting] = await Promise.all([
    requestMoves(db, span),
    timeToGrab(db, span),
    timeToPlan(db, span),
    timeToReply(db, span),
    reviewsIn(db, span),
    moneyIn(db, span),
    trackRecord(db, { from: span.from, until: now }),
    bestFittingSince(db, span.from),
  ]);
  const durations = { grab, plan, reply };
  return {
    days,
    step_days: span.step_days,
    at: now,
    periods: moves.map((moved, period) => ({
      from: startOf(span, period),
      ...moved,
      ...durationsOf(durations, period),
      ...(reviews.get(period) ?? NO_REVIEWS),
      ...(money.get(period) ?? NO_MONEY),
    })),
    whole: { ...wholeOf(durations), ...sumOf([...reviews.values()]) },
    track,
    best_fitting,
    held_now_cents: await heldNow(db),
    open_reports: await openReports(db, now),
  };
}

type AllDurations = Record<'grab' | 'plan' | 'reply', Durations>;

function durationsOf({ grab, plan, reply }: AllDurations, period: number) {
  return { grab: grab.of(period), plan: plan.of(period), reply: reply.of(period) };
}

function wholeOf({ grab, plan, reply }: AllDurations) {
  return { grab: grab.whole, plan: plan.whole, reply: reply.whole };
}

function sumOf(reviews: Reviews[]): Reviews {
  return reviews.reduce(
    (sum, { accepted, sent_back }) => ({
      accepted: sum.accepted + accepted,
      sent_back: sum.sent_back + sent_back,
    }),
    NO_REVIEWS,
  );
}

interface MoneyMoved {
  held_cents: number;
  released_cents: number;
  returned_cents: number;
}

/** What the ledger says came in, was earned and was refunded; empty periods are left out. */
async function moneyIn(db: Database, span: Span): Promise<Map<number, MoneyMoved>> {
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
async function heldNow(db: Database): Promise<number> {
  const { held } = await db
    .selectFrom('billing_records')
    .select(sql<number>`coalesce(sum(price_cents), 0)::float8`.as('held'))
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  return held;
}

/** Reports that wait for a moderator, by age. */
async function openReports(db: Database, now: Date): Promise<Statistics['open_reports']> {
  const { rows } = await sql<{ age: string; count: number }>`
    select case when age < interval '1 day' then 'day' when age < interval '3 days' then 'three_days'
        when age < interval '7 days' then 'week' else 'older' end as age, count(*) as count
    from (select ${now}::timestamptz - r.created_at as age
      from reports r where r.status = 'open') r
    group by 1`.execute(db);
  const counts = new Map(rows.map(({ age, count }) => [age, count]));
  return REPORT_AGES.map((age) => ({ age, count: counts.get(age) ?? 0 }));
}

interface Reviews {
  accepted: number;
  sent_back: number;
}

/** Customers' answers to deliveries, by period; empty periods are left out. */
async function reviewsIn(db: Database, span: Span): Promise<Map<number, Reviews>> {
  const rows = await db
    .selectFrom('ticket_history')
    .select(periodOf(span, 'created_at').as('period'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('action', '=', 'accept').as('accepted'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('action', '=', 'reject').as('sent_back'))
    .where('created_at', '>=', span.from)
    // Matches the partial index.
    .where(sql<boolean>`action in ('accept', 'reject')`)
    .groupBy(sql.ref('period'))
    .execute();
  return new Map(rows.map(({ period, ...reviews }) => [period, reviews]));
}

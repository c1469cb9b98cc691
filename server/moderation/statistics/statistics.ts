import type { Statistics, StatisticsDays } from '#domain/statistics.ts';
import type { Database } from '../../database/database.ts';
import { trackRecord } from '../track-record.ts';
import { type Durations, timeToGrab, timeToPlan, timeToReply } from './durations.ts';
import { heldNow, moneyIn } from './money.ts';
import { requestMoves } from './moves.ts';
import { openReports } from './open-reports.ts';
import { type Reviews, reviewsIn } from './reviews.ts';
import { spanOf, startOf } from './span.ts';

const NO_REVIEWS: Reviews = { accepted: 0, sent_back: 0 };
const NO_MONEY = { held_cents: 0, released_cents: 0, returned_cents: 0 };

/**
 * Figures of the last `days`, from history and ledger. Each query reads the rows of that time and
 * what is open now, never all there ever was.
 */
export async function statisticsOf(
  db: Database,
  days: StatisticsDays,
  now = new Date(),
): Promise<Statistics> {
  const span = spanOf(days, now);
  const [moves, grab, plan, reply, reviews, money, track] = await Promise.all([
    requestMoves(db, span),
    timeToGrab(db, span),
    timeToPlan(db, span),
    timeToReply(db, span),
    reviewsIn(db, span),
    moneyIn(db, span),
    trackRecord(db, { from: span.from, until: now }),
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

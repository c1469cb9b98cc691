import { sql } from 'kysely';
import { DAY_MS } from '#domain/milliseconds.ts';
import { STATISTICS_STEPS, type StatisticsDays } from '#domain/statistics.ts';

/** A time up to the end of today (UTC), in equal periods. */
export interface Span {
  from: Date;
  /** Length of a period. */
  step_days: number;
  periods: number;
}

/** At least `days` long, in whole periods. */
export function spanOf(days: StatisticsDays, now: Date): Span {
  const step_days = STATISTICS_STEPS[days];
  const periods = Math.ceil(days / step_days);
  const tomorrow = Math.floor(now.getTime() / DAY_MS + 1) * DAY_MS;
  return { from: new Date(tomorrow - periods * step_days * DAY_MS), step_days, periods };
}

/** When a period begins. */
export function startOf({ from, step_days }: Span, period: number): Date {
  return new Date(from.getTime() + period * step_days * DAY_MS);
}

/** The period of a moment. */
export function periodOf({ from, step_days }: Span, moment: string) {
  const seconds = sql`extract(epoch from ${sql.ref(moment)} - ${from}::timestamptz)`;
  return sql<number>`floor(${seconds} / ${step_days * 86_400})::int`;
}

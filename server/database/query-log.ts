import type { LogEvent } from 'kysely';
import { Histogram } from 'prom-client';

const SLOW_MS = 500;

/** Duration of statements, including the wait for the database. */
export const querySeconds = new Histogram({
  name: 'unblock_query_seconds',
  help: 'Time from a statement to its rows',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 15],
  registers: [],
});

/** Measures every statement, and logs the text of slow ones, which contains no values. */
export function watchQueries(warn: (details: object, text: string) => void) {
  return ({ level, query, queryDurationMillis }: LogEvent): void => {
    querySeconds.observe(queryDurationMillis / 1000);
    if (level === 'error' || queryDurationMillis < SLOW_MS) return;
    warn({ sql: query.sql, milliseconds: Math.round(queryDurationMillis) }, 'slow query');
  };
}

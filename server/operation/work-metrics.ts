import { sql } from 'kysely';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { querySeconds } from '../database/query-log.ts';
import { openStreams } from '../http/open-streams.ts';
import type { Context } from '../lifecycle/context.ts';
import { databaseGauge } from './database-gauge.ts';

/**
 * What a process has in hand (connections, queries, streams, memory), and what waits in the
 * database for any of them (jobs, mails). Read at each scrape.
 */
export function addWorkMetrics(register: Registry, { pool, reads, db }: Context): void {
  collectDefaultMetrics({ register });
  register.registerMetric(querySeconds);
  register.registerMetric(openStreams);
  const registers = [register];
  new Gauge({
    name: 'unblock_database_connections',
    help: 'Of this process: in use, idle, and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const sum = (of: (one: pg.Pool) => number) => of(pool) + of(reads.pool);
      this.set(
        { state: 'used' },
        sum(({ totalCount, idleCount }) => totalCount - idleCount),
      );
      this.set(
        { state: 'idle' },
        sum(({ idleCount }) => idleCount),
      );
      this.set(
        { state: 'waiting' },
        sum(({ waitingCount }) => waitingCount),
      );
    },
  });
  databaseGauge({
    name: 'unblock_jobs',
    help: 'Jobs that are due, that failed at least once, and that were given up',
    labelNames: ['state'],
    registers,
    read: async () => {
      const { rows } = await sql<Record<'due' | 'failing' | 'given_up', number>>`select
        count(*) filter (where run_at <= now() and attempts < max_attempts) as due,
        count(*) filter (where attempts between 1 and max_attempts - 1) as failing,
        count(*) filter (where attempts >= max_attempts) as given_up
        from graphile_worker.jobs`.execute(db);
      return Object.entries(rows[0] ?? {}).map(([state, count]) => [{ state }, count]);
    },
  });
  databaseGauge({
    name: 'unblock_mails',
    help: 'Mails that are not sent yet, and those of them that failed at least once',
    labelNames: ['state'],
    registers,
    read: async () => {
      const { rows } = await sql<Record<'waiting' | 'failing', number>>`select
        count(*) as waiting, count(last_error) as failing
        from mails where words is not null`.execute(db);
      return Object.entries(rows[0] ?? {}).map(([state, count]) => [{ state }, count]);
    },
  });
}

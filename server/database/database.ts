import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { kyselyPool } from './kysely-pool.ts';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** Reads work inside a change and outside of one. */
export type Reader = Pick<Database, 'selectFrom' | 'executeQuery'>;

/** Amounts and counts are far below 2^53, so bigints may be plain numbers. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * How long a connection may take to open or to become free (ms). Less, and callers of a machine that
 * has stood still for some seconds are refused although all is well.
 */
export const CONNECTING_MS = 10_000;

/** A pool of connections to one PostgreSQL; `application_name` tells ours apart in its statistics. */
export function connect(url: string, options: { connections?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    application_name: 'unblock',
    connectionTimeoutMillis: CONNECTING_MS,
    // What is asked for without waiting for the answer before travels together.
    pipeline: true,
    // What is asked for often is in memory: a page of an index costs there what any other does.
    // A change that waits this long for a row or runs this long is given up, and says so.
    options:
      '-c timezone=UTC -c random_page_cost=1.1 -c lock_timeout=8000 -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end us.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Typed queries over a pool; `log` is called for each. */
export function queries(pool: pg.Pool, log: (event: LogEvent) => void = () => undefined): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }), log });
}

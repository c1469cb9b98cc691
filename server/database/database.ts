import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

/** Prepared statements per connection: more than the product has, not counting lists of each length. */
const MAX_PREPARED = 500;

/**
 * A pool for Kysely that saves two round trips: statements are prepared by name, so that PostgreSQL
 * plans them once per connection; and `begin` is sent with the first statement of its transaction.
 */
function kyselyPool(pool: pg.Pool): PostgresPool {
  const names: Names = new Map();
  return {
    options: pool.options,
    connect: async () => kyselyClient(await pool.connect(), names),
    end: () => pool.end(),
  };
}

/** Names of one pool's statements, by their text. */
type Names = Map<string, string>;

function kyselyClient(client: pg.PoolClient, names: Names): PostgresPoolClient {
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('Nothing here reads by cursors.');
    return text === 'begin'
      ? begin(client)
      : run<Row>(client, { text, values, name: statementName(names, text) });
  }
  return { query, release: (destroy) => client.release(destroy) };
}

async function run<Row>(
  client: pg.PoolClient,
  { text, values, name }: { text: string; values: readonly unknown[]; name: string | undefined },
): Promise<PostgresQueryResult<Row>> {
  const result = await client.query({ ...(name && { name }), text, values: [...values] });
  return {
    command: result.command as PostgresQueryResult<Row>['command'],
    rowCount: result.rowCount ?? 0,
    rows: result.rows,
  };
}

/** It fails only with the connection, and then the next statement fails too. */
async function begin(client: pg.PoolClient): Promise<PostgresQueryResult<never>> {
  client.query('begin').catch(() => undefined);
  return { command: 'SELECT', rowCount: 0, rows: [] };
}

/** Null for statements that cannot be prepared, and beyond `MAX_PREPARED`. */
function statementName(names: Names, sql: string): string | undefined {
  const known = names.get(sql);
  if (
    known !== undefined ||
    names.size >= MAX_PREPARED ||
    !/^\s*(select|insert|update|delete|with)\b/.test(sql)
  )
    return known;
  const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22);
  names.set(sql, name);
  return name;
}

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;
/** For queries that work inside and outside of a change. */
export type Reader = Pick<Database, 'selectFrom' | 'executeQuery'>;

/** Amounts and counts are far below 2^53, so bigints may be plain numbers. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * How long a connection may take to open or become free (ms). With less, callers are refused after a
 * machine has paused for some seconds.
 */
export const CONNECTING_MS = 10_000;

/** How long a change may wait for another's lock, and a statement may run in all (ms). */
interface Patience {
  lock: number;
  statement: number;
}

const USUAL: Patience = { lock: 8_000, statement: 15_000 };
/** A new index of a large table takes minutes, and so does reading all of it. */
export const MIGRATING: Patience = { lock: 8_000, statement: 3_600_000 };
/** For what many callers wait for together. */
export const BRIEF: Patience = { lock: 200, statement: 2_000 };
/**
 * PostgreSQL ends a statement itself. A connection on which no answer comes even then is broken, and is
 * closed: a firewall or a machine that is gone says nothing.
 */
const ANSWER_MS = 1_500;

/** A pool of connections to PostgreSQL; `application_name` identifies ours in its statistics. */
export function connect(
  url: string,
  { connections = 16, patience = USUAL }: { connections?: number; patience?: Patience } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'unblock',
    connectionTimeoutMillis: CONNECTING_MS,
    query_timeout: patience.statement + ANSWER_MS,
    keepAlive: true,
    // Statements sent without waiting for the previous answer share a round trip.
    pipeline: true,
    // Frequent data is cached, so random pages cost as little as others. Changes that wait or run too
    // long fail.
    options: `-c timezone=UTC -c random_page_cost=1.1 -c lock_timeout=${patience.lock} -c statement_timeout=${patience.statement} -c idle_in_transaction_session_timeout=30000`,
  });
  // The pool replaces broken idle connections; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

export interface Connections {
  pool: pg.Pool;
  db: Database;
}

/** Typed queries over a pool; `log` is called for each. */
export function queries(pool: pg.Pool, log: (event: LogEvent) => void = () => undefined): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }), log });
}

import { createHash } from 'node:crypto';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** Statements kept prepared on each connection: more than the product has, lists of each length aside. */
const MAX_PREPARED = 500;

/**
 * The pool as Kysely uses it, with two waits taken out: a statement is prepared by a name, so
 * PostgreSQL parses and plans it once for each connection; and `begin` travels together with the
 * first statement of its transaction.
 */
export function kyselyPool(pool: pg.Pool): PostgresPool {
  const names: Names = new Map();
  return {
    options: pool.options,
    connect: async () => kyselyClient(await pool.connect(), names),
    end: () => pool.end(),
  };
}

/** Of the statements of one pool, by their text. */
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

/** It fails only where the connection does, and so does then what comes after it. */
async function begin(client: pg.PoolClient): Promise<PostgresQueryResult<never>> {
  client.query('begin').catch(() => undefined);
  return { command: 'SELECT', rowCount: 0, rows: [] };
}

/** None for statements that cannot be prepared, and once there are too many different ones. */
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

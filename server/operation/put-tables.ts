import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ConfigError } from '../config/config.ts';
import { connect } from '../database/database.ts';
import { databaseCode } from '../database/database-errors.ts';
import { migrate } from '../database/migrate.ts';
import { backupFolder, type Manifest } from './backup-folder.ts';
import { storedTables } from './stored-tables.ts';

/**
 * Fills an empty database from a backup, all or nothing.
 * @throws ConfigError when it is not empty, or the role may not restore
 */
export async function putTables(url: string, folder: string, manifest: Manifest): Promise<void> {
  const pool = connect(url, { connections: 2 });
  await migrate(pool).finally(() => pool.end());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await requireNobody(client);
    await client.query('begin');
    await takeAnyOrder(client);
    for (const { name, columns } of await storedTables(client)) {
      await client.query(`delete from ${name}`);
      await pipeline(
        createReadStream(backupFolder(folder).table(name)),
        client.query(copyFrom(`copy ${name} (${columns}) from stdin`)),
      );
    }
    await client.query(MOVE_SEQUENCES);
    await client.query(
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null',
    );
    await client.query('commit');
    await requireCounts(client, manifest);
  } finally {
    await client.end();
  }
}

/**
 * Turns foreign keys off, as tables come in any order; they held when the backup was made.
 * @throws ConfigError when the role may not do that
 */
async function takeAnyOrder(client: pg.Client): Promise<void> {
  await client.query('set local session_replication_role = replica').catch((error) => {
    throw databaseCode(error) === '42501' ? new ConfigError(NOT_ALLOWED) : error;
  });
}

const NOT_ALLOWED =
  'The database role may not restore. Let a superuser say: grant set on parameter session_replication_role to ROLE';

/**
 * One without our tables is empty, too.
 * @throws ConfigError when somebody is in it, or the role may not restore
 */
export async function requireReady(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('public.users') as users");
    if (rows[0]?.users !== null) await requireNobody(client);
    await client.query('begin');
    await takeAnyOrder(client);
  } finally {
    await client.end();
  }
}

async function requireNobody(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ people: number }>('select count(*) as people from users');
  if (rows[0]?.people) throw new ConfigError('The database is not empty: nothing was restored');
}

async function requireCounts(client: pg.Client, { tables }: Manifest): Promise<void> {
  for (const [name, count] of Object.entries(tables)) {
    const { rows } = await client.query<{ count: number }>(`select count(*) from ${name}`);
    if (rows[0]?.count !== count)
      throw new Error(`${name} has ${rows[0]?.count} rows, not ${count}`);
  }
}

/** Sequences continue where they were. */
const MOVE_SEQUENCES = `
  do $$ declare place record; begin
    for place in select table_schema, table_name, column_name,
        pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) as sequence
      from information_schema.columns
      where table_schema in ('public', 'graphile_worker') and is_identity = 'YES'
    loop
      execute format('select setval(%L, coalesce((select max(%I) from %I.%I), 0) + 1, false)',
        place.sequence, place.column_name, place.table_schema, place.table_name);
    end loop;
  end $$`;

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { connect, MIGRATING, queries, type Tx } from './database.ts';

/** Unique among our advisory locks. */
const MIGRATION_LOCK = 7_246_301;
const LOOK_EVERY_MS = 50;

const folder = path.join(import.meta.dirname, 'migrations');

const NEWER =
  'The database is that of a newer version: start that one, or restore the backup from before it.';

/**
 * Migrates the database: our SQL files by name, each once, and the job queue's own tables. Several
 * servers may call this at once: they do it one after the other. Takes two connections of the pool, and
 * two of its own, as a migration may take longer than any other statement.
 * @throws ConfigError when a newer version has used the database
 */
export async function migrate(pool: pg.Pool, files = folder): Promise<void> {
  const patient = connect(pool.options.connectionString ?? '', {
    connections: 2,
    patience: MIGRATING,
  });
  const getMigrations = () => migrationsIn(files);
  try {
    await alone(pool, async () => {
      const migrator = new Migrator({ db: queries(patient), provider: { getMigrations } });
      const { error } = await migrator.migrateToLatest();
      if (error)
        throw (await isNewer(pool, await getMigrations())) ? new ConfigError(NEWER) : error;
      await migrateJobs({ pgPool: patient, logger: new Logger(() => () => undefined) });
    });
  } finally {
    await patient.end();
  }
}

/**
 * The queue's migrations must not run on two servers at once, nor may the migrator look at the tables
 * while another server's queue changes them.
 */
async function alone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  await queries(pool)
    .transaction()
    .execute(async (tx) => {
      // It stands still while the work is done by another connection, for as long as that takes.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      // Asked for again and again: a statement that waits would be ended after some seconds.
      while (!(await takeLock(tx))) await sleep(LOOK_EVERY_MS);
      await work();
    });
}

async function takeLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_ours`.execute(tx);
  return rows[0]?.is_ours ?? false;
}

async function isNewer(pool: pg.Pool, ours: Record<string, Migration>): Promise<boolean> {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  return rows.some(({ name }) => !(name in ours));
}

/** The names of this version's migrations, in order. */
export async function ownMigrations(files = folder): Promise<string[]> {
  return (await readdir(files)).filter((name) => name.endsWith('.sql')).toSorted();
}

async function migrationsIn(files: string): Promise<Record<string, Migration>> {
  const migrations = (await ownMigrations(files)).map(async (name) => {
    const statements = await readFile(path.join(files, name), 'utf8');
    return [
      name,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(statements).execute(db)) },
    ];
  });
  return Object.fromEntries(await Promise.all(migrations));
}

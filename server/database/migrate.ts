import { createHash } from 'node:crypto';
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

const CHANGED =
  'was changed after this database was made with it: start the version that made the database, or, before a release, begin with an empty database and an empty DATA_DIR.';

/**
 * Migrates the database: our SQL files by name, each once, and the job queue's own tables. Several
 * servers may call this at once: they do it one after the other. Takes two connections of the pool, and
 * two of its own, as a migration may take longer than any other statement.
 * @throws ConfigError when a newer version has used the database, or it was made with other statements
 */
export async function migrate(pool: pg.Pool, files = folder): Promise<void> {
  const patient = connect(pool.options.connectionString ?? '', {
    connections: 2,
    patience: MIGRATING,
  });
  const getMigrations = () => migrationsIn(files);
  try {
    await alone(pool, async () => {
      const ours = await ownMigrations(files);
      for (const [name, hash] of Object.entries(await migrationsOf(pool)))
        if (name in ours && ours[name] !== hash)
          throw new ConfigError(`server/database/migrations/${name} ${CHANGED}`);
      const migrator = new Migrator({ db: queries(patient), provider: { getMigrations } });
      const { error } = await migrator.migrateToLatest();
      if (error) throw (await isNewer(pool, ours)) ? new ConfigError(NEWER) : error;
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

async function isNewer(pool: pg.Pool, ours: Record<string, string>): Promise<boolean> {
  return Object.keys(await migrationsOf(pool)).some((name) => !(name in ours));
}

/**
 * This version's migrations: hashes by name, in order, without what is no statement, as a comment may be
 * mended later.
 */
export async function ownMigrations(files = folder): Promise<Record<string, string>> {
  const hashes = (await filesIn(files)).map(async (name) => {
    const text = await readFile(path.join(files, name), 'utf8');
    const statements = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
    return [name, createHash('sha256').update(statements).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/**
 * What a database was made with: the same of its migrations, '' where none is known. The hashes are a comment,
 * so that they are no table to back up or to serve.
 */
export async function migrationsOf(db: pg.Pool | pg.Client): Promise<Record<string, string>> {
  const { rows: found } = await db.query<{ kept: Record<string, string> | null }>(
    `select obj_description(to_regclass('kysely_migration'), 'pg_class')::json as kept
     where to_regclass('kysely_migration') is not null`,
  );
  const [there] = found;
  if (!there) return {};
  const { rows } = await db.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  return Object.fromEntries(rows.map(({ name }) => [name, there.kept?.[name] ?? '']));
}

async function filesIn(files: string): Promise<string[]> {
  return (await readdir(files)).filter((name) => name.endsWith('.sql')).toSorted();
}

/** Each keeps the hashes with its own statements, so that a start that is broken off leaves both or none. */
async function migrationsIn(files: string): Promise<Record<string, Migration>> {
  const hashes = sql.lit(JSON.stringify(await ownMigrations(files)));
  const migrations = (await filesIn(files)).map(async (name) => {
    const statements = await readFile(path.join(files, name), 'utf8');
    const up = async (db: Kysely<unknown>) => {
      await sql.raw(statements).execute(db);
      await sql`comment on table kysely_migration is ${hashes}`.execute(db);
    };
    return [name, { up }];
  });
  return Object.fromEntries(await Promise.all(migrations));
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
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
      const hashes = await hashesOf(files);
      const kept = await keptHashes(pool);
      for (const [name, hash] of Object.entries(hashes))
        if ((kept[name] ?? hash) !== hash)
          throw new ConfigError(`server/database/migrations/${name} ${CHANGED}`);
      const migrator = new Migrator({ db: queries(patient), provider: { getMigrations } });
      const { error } = await migrator.migrateToLatest();
      if (error)
        throw (await isNewer(pool, await getMigrations())) ? new ConfigError(NEWER) : error;
      if (!isDeepStrictEqual(kept, hashes)) await keepHashes(pool, hashes);
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

/** By name, without what is no statement: a comment may be mended later. */
async function hashesOf(files: string): Promise<Record<string, string>> {
  const names = await ownMigrations(files);
  const hashes = names.map(async (name) => {
    const text = await readFile(path.join(files, name), 'utf8');
    const statements = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
    return [name, createHash('sha256').update(statements).digest('hex')];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** Of what the database was made with: a comment, so that they are no table to back up or to serve. */
async function keptHashes(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ kept: Record<string, string> | null }>(
    `select obj_description(to_regclass('kysely_migration'), 'pg_class')::json as kept`,
  );
  return rows[0]?.kept ?? {};
}

async function keepHashes(pool: pg.Pool, hashes: Record<string, string>): Promise<void> {
  const text = pg.escapeLiteral(JSON.stringify(hashes));
  await pool.query(`comment on table kysely_migration is ${text}`);
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

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { queries } from './database.ts';

/** Unique among our advisory locks. */
const JOBS_LOCK = 7_246_301;

const folder = path.join(import.meta.dirname, 'migrations');

const NEWER =
  'The database is that of a newer version: start that one, or restore the backup from before it.';

/**
 * Migrates the database: our SQL files by name, each once, and the job queue's own tables. Several
 * servers may call this at once.
 * @throws ConfigError when a newer version has used the database
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrator = new Migrator({ db: queries(pool), provider: { getMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw (await isNewer(pool)) ? new ConfigError(NEWER) : error;
  await migrateJobsAlone(pool);
}

/** The queue's own migrations must not run on two servers at once. */
async function migrateJobsAlone(pool: pg.Pool): Promise<void> {
  await queries(pool)
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${JOBS_LOCK})`.execute(tx);
      await migrateJobs({ pgPool: pool, logger: new Logger(() => () => undefined) });
    });
}

async function isNewer(pool: pg.Pool): Promise<boolean> {
  const ours = await getMigrations();
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
  return rows.some(({ name }) => !(name in ours));
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const migrations = files.map(async (file) => {
    const statements = await readFile(path.join(folder, file), 'utf8');
    return [
      file,
      { up: async (db: Kysely<unknown>) => void (await sql.raw(statements).execute(db)) },
    ];
  });
  return Object.fromEntries(await Promise.all(migrations));
}

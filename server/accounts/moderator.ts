/**
 * `npm run moderator -- EMAIL`, with the same environment as the server: makes a moderator in the
 * database of DATABASE_URL, or else in the embedded one. That one is used where it runs already
 * (beside a running server), or started for as long as this takes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { emailSchema } from '#domain/credentials.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { connect, queries } from '../database/database.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { migrate } from '../database/migrate.ts';
import { makeModerator } from './make-moderator.ts';

const USAGE = 'Usage: npm run moderator -- EMAIL';

if (import.meta.main) {
  try {
    process.stdout.write(`${await run(process.argv[2])}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function run(argument: string | undefined): Promise<string> {
  const email = emailSchema.safeParse(argument ?? '');
  if (!email.success) throw new ConfigError(USAGE);
  const config = await readConfig(process.env);
  const database = await findDatabase(config);
  const pool = connect(database.url, { connections: 2 });
  try {
    await migrate(pool);
    const { outcome, url } = await queries(pool)
      .transaction()
      .execute((tx) => makeModerator({ tx, config }, email.data));
    return `${email.data} was ${outcome}: a moderator now.\nTo set a password, open this link within 60 minutes:\n${url}`;
  } finally {
    await pool.end();
    await database.stop();
  }
}

async function findDatabase(config: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = config.databaseUrl ?? (await runningDatabase(config.dataDir));
  return url
    ? { url, stop: async () => undefined }
    : startEmbeddedDatabase({ folder: config.dataDir });
}

/** The embedded database of a server that runs with this DATA_DIR, else null. */
async function runningDatabase(dataDir: string): Promise<string | null> {
  try {
    const pidFile = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    const password = readFileSync(path.join(dataDir, 'postgres-password'), 'utf8').trim();
    // PostgreSQL's own format: the port is the fourth line.
    const port = pidFile.split('\n')[3]?.trim();
    const url = `postgres://unblock:${password}@127.0.0.1:${port}/postgres`;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    await client.connect();
    await client.end();
    return url;
  } catch {
    return null;
  }
}

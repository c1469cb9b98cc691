import { type Config, ConfigError, readConfig } from '../config.ts';
import { connect, type Database, queries } from './database.ts';
import { findDatabase } from './find-database.ts';
import { migrate } from './migrate.ts';

/**
 * Runs a command of the operator, with the same environment as the server: on the database of
 * DATABASE_URL, or else on the embedded one. That one is used where it runs already (beside a
 * running server), or started for as long as this takes. Prints what `work` returns, or the one line
 * of a ConfigError.
 */
export async function runCommand(
  work: (context: { db: Database; config: Config }) => Promise<string>,
): Promise<void> {
  try {
    process.stdout.write(`${await onDatabase(work)}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function onDatabase(
  work: (context: { db: Database; config: Config }) => Promise<string>,
): Promise<string> {
  const config = await readConfig(process.env);
  const database = await findDatabase(config);
  const pool = connect(database.url, { connections: 2 });
  try {
    await migrate(pool);
    return await work({ db: queries(pool), config });
  } finally {
    await pool.end();
    await database.stop();
  }
}

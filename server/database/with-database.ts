import { type Config, readConfig } from '../config.ts';
import { connect, type Database, queries } from './database.ts';
import { findDatabase } from './find-database.ts';
import { migrate } from './migrate.ts';

/** Does the work of a command of the operator in the server's database, brought up to date. */
export async function withDatabase<Result>(
  work: (context: { db: Database; config: Config }) => Promise<Result>,
): Promise<Result> {
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

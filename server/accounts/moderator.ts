/** `npm run moderator -- EMAIL`, with the same environment as the server: makes a moderator. */
import { emailSchema } from '#domain/credentials.ts';
import { ConfigError, readConfig } from '../config.ts';
import { connect, queries } from '../database/database.ts';
import { findDatabase } from '../database/find-database.ts';
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

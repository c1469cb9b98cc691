import { readConfig } from '../config/config.ts';
import { connect, queries } from '../database/database.ts';
import { findDatabase } from '../database/find-database.ts';
import { migrate } from '../database/migrate.ts';
import type { Change } from '../lifecycle/change.ts';
import { effects } from './effects.ts';

/**
 * A change by a command of the operator, in the migrated database of the server. It has no live
 * streams: the servers close those of ended sessions within seconds.
 */
export async function operatorChange<Result>(
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const config = await readConfig(process.env);
  const database = await findDatabase(config);
  const pool = connect(database.url, { connections: 2 });
  try {
    await migrate(pool);
    return await queries(pool)
      .transaction()
      .execute((tx) => work({ tx, config, effects, tell: () => undefined }));
  } finally {
    await pool.end();
    await database.stop();
  }
}

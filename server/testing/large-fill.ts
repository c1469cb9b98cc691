import { connect, type Database, queries } from '../database/database.ts';
import type { World } from './world.ts';

const HOUR = 3_600_000;

/** Writes what the product's time limits are not for, on one connection of its own. */
export async function largeFill(
  { context }: World,
  write: (db: Database) => Promise<void>,
): Promise<void> {
  const patience = { lock: HOUR, statement: HOUR };
  const url = context.pool.options.connectionString ?? '';
  const pool = connect(url, { connections: 1, patience });
  await queries(pool)
    .connection()
    .execute(write)
    .finally(() => pool.end());
}

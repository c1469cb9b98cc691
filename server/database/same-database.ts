import type pg from 'pg';
import { ConfigError } from '../config/config.ts';

/** Alike on a primary and its standbys, and nowhere else. */
const WHICH = `select system_identifier || '/' || current_database() as which from pg_control_system()`;

/** @throws ConfigError when this address leads to another database than DATABASE_URL, or one that it does not follow */
export async function requireSame(pool: pg.Pool, other: pg.Pool, name: string): Promise<void> {
  const [one, another] = await Promise.all([pool, other].map(which));
  if (one !== another)
    throw new ConfigError(
      `${name} leads to another database than DATABASE_URL: both have to be one.`,
    );
}

async function which(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ which: string }>(WHICH);
  return rows[0]?.which;
}

import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { databaseCode } from './database-errors.ts';

/** Alike on a primary and its standbys, and on physical copies, which it does not tell apart. */
const WHICH = `select system_identifier || '/' || current_database() as which from pg_control_system()`;

/**
 * @returns what to warn of, where a database does not say which it is
 * @throws ConfigError when this address leads to another database than DATABASE_URL, or one that it does not follow
 */
export async function requireSame(pool: pg.Pool, other: pg.Pool, name: string): Promise<string[]> {
  const [one, another] = await Promise.all([pool, other].map(which));
  if (!one || !another)
    return [`${name} was not compared with DATABASE_URL: no right to call pg_control_system().`];
  if (one !== another)
    throw new ConfigError(
      `${name} leads to another database than DATABASE_URL: both have to be one.`,
    );
  return [];
}

/** Undefined where the role may not ask, or the service does not have the function. */
async function which(pool: pg.Pool): Promise<string | undefined> {
  try {
    const { rows } = await pool.query<{ which: string }>(WHICH);
    return rows[0]?.which;
  } catch (error) {
    if (['42501', '0A000'].includes(databaseCode(error))) return undefined;
    throw error;
  }
}

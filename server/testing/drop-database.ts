import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const IS_IN_USE = '55006';
const TRIES = 20;

/**
 * Drops a database of a test. PostgreSQL ends its connections and waits five seconds for that, which
 * is too short where one of them stands still.
 */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let tries = 1; !(await drop(client, name, tries < TRIES)); tries++) await sleep(500);
  } finally {
    await client.end();
  }
}

async function drop(client: pg.Client, name: string, again: boolean): Promise<boolean> {
  try {
    await client.query(`drop database ${name} with (force)`);
    return true;
  } catch (error) {
    if (again && error instanceof Error && 'code' in error && error.code === IS_IN_USE)
      return false;
    throw error;
  }
}

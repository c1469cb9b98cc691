import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect, type Database, queries } from '../server/database/database.ts';
import type { RealServer } from './server.ts';

/** Works in the database of a running server, for what no screen can do: to let time pass. */
export async function inDatabase(
  { folder }: RealServer,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const password = await readFile(path.join(folder, 'postgres-password'), 'utf8');
  const postmaster = await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8');
  const port = postmaster.split('\n')[3];
  const pool = connect(`postgres://unblock:${password.trim()}@127.0.0.1:${port}/postgres`);
  try {
    await work(queries(pool));
  } finally {
    await pool.end();
  }
}

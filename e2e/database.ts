import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { connect, type Database, queries } from '../server/database/database.ts';
import { expect, type RealServer } from './server.ts';

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

/** Has the server do a job now, which it does by itself from time to time; waits until it is done. */
export async function runJob(db: Database, name: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from graphile_worker.add_job(${name})`.execute(db);
  const waiting = async () =>
    (await sql`select from graphile_worker.jobs where id = ${rows[0]?.id}`.execute(db)).rows.length;
  await expect.poll(waiting).toBe(0);
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { connect, type Database, queries } from '../server/database/database.ts';
import { passWeeks } from '../server/testing/pass-weeks.ts';
import { expect, type RealServer } from './server.ts';

/**
 * Moves what happened to a request so many weeks into the past, in the database of a running server, and waits
 * until its clock has done what is due by now.
 */
export async function letWeeksPass(
  { folder }: RealServer,
  weeks: number,
  ticketId: string,
): Promise<void> {
  const password = await readFile(path.join(folder, 'postgres-password'), 'utf8');
  const postmaster = await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8');
  const port = postmaster.split('\n')[3];
  const pool = connect(`postgres://unblock:${password.trim()}@127.0.0.1:${port}/postgres`);
  try {
    const db = queries(pool);
    await passWeeks(db, weeks, ticketId);
    await lookAtTheClock(db);
  } finally {
    await pool.end();
  }
}

async function lookAtTheClock(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from graphile_worker.add_job('deadlines')`.execute(db);
  const waiting = async () =>
    (await sql`select from graphile_worker.jobs where id = ${rows[0]?.id}`.execute(db)).rows.length;
  await expect.poll(waiting).toBe(0);
}

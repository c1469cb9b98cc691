import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { readConfig } from '../server/config/config.ts';
import { connect, type Database, queries } from '../server/database/database.ts';
import { findDatabase } from '../server/database/find-database.ts';
import { testLog } from '../server/testing/log.ts';

interface Server {
  /** Its DATA_DIR. */
  folder: string;
}

/** Works in the database of a running server, for what no screen can do: to let time pass. */
export async function inDatabase<Result>(
  { folder }: Server,
  work: (context: { db: Database; log: typeof testLog }) => Promise<Result>,
): Promise<Result> {
  const { url } = await findDatabase(await readConfig({ DATA_DIR: folder }));
  const pool = connect(url, { connections: 1 });
  try {
    return await work({ db: queries(pool), log: testLog });
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

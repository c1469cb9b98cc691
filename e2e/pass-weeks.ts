import { sql } from 'kysely';
import type { Database } from '../server/database/database.ts';
import { passWeeks } from '../server/testing/pass-weeks.ts';
import { inDatabase } from './database.ts';
import { expect, type RealServer } from './server.ts';

/**
 * Moves what happened to a request so many weeks into the past, in the database of a running server, and waits
 * until its clock has done what is due by now.
 */
export function letWeeksPass(server: RealServer, weeks: number, ticketId: string): Promise<void> {
  return inDatabase(server, async (db) => {
    await passWeeks(db, weeks, ticketId);
    await lookAtTheClock(db);
  });
}

async function lookAtTheClock(db: Database): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from graphile_worker.add_job('deadlines')`.execute(db);
  const waiting = async () =>
    (await sql`select from graphile_worker.jobs where id = ${rows[0]?.id}`.execute(db)).rows.length;
  await expect.poll(waiting).toBe(0);
}

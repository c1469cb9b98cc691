import { passWeeks } from '../server/testing/pass-weeks.ts';
import { inDatabase, runJob } from './database.ts';
import type { RealServer } from './server.ts';

/**
 * Moves what happened to a request so many weeks into the past, in the database of a running server, and waits
 * until its clock has done what is due by now.
 */
export function letWeeksPass(server: RealServer, weeks: number, ticketId: string): Promise<void> {
  return inDatabase(server, async ({ db }) => {
    await passWeeks(db, weeks, ticketId);
    await runJob(db, 'deadlines');
  });
}

import { sql } from 'kysely';
import type { Context } from '../lifecycle/context.ts';

/** Longer than any job takes: each of its waits for others has a far shorter limit. */
const LONGEST_JOB = '5 minutes';

/** Gives the jobs of a server that was killed to the others; the queue itself would wait for hours. */
export async function freeJobs({ db }: Context): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where locked_at < now() - ${LONGEST_JOB}::interval
    having count(*) > 0`.execute(db);
}

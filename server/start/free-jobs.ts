import { sql } from 'kysely';
import type { Context } from '../lifecycle/context.ts';

/** Longer than any job runs: each of its waits has a far shorter limit. */
const LONGEST_JOB = '5 minutes';

/** Unlocks the jobs of a killed server for the others; the queue itself would take hours. */
export async function freeJobs({ db }: Context): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where locked_at < now() - ${LONGEST_JOB}::interval
    having count(*) > 0`.execute(db);
}

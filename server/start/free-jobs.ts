import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Context } from '../lifecycle/context.ts';

/** Between two signs of life of a runner. */
const SIGN_MS = 10_000;
/** A runner that gave no sign for so long is taken for dead. */
const SILENCE = '40 seconds';

/**
 * Until `ended`, says that this runner is alive, and gives the jobs of those that do not say so any more
 * to the others: within a minute of their death.
 */
export async function giveSigns(
  { db, log }: Pick<Context, 'db' | 'log'>,
  runner: string,
  ended: AbortSignal,
): Promise<void> {
  let wasHeard = false;
  while (!ended.aborted) {
    try {
      await keepJobs(db, runner);
      // After an outage all were silent: the others get the time to say that they are alive.
      if (wasHeard) await freeJobs(db);
      wasHeard = true;
    } catch (error) {
      wasHeard = false;
      log.warn({ err: error }, 'the job runner could not say that it is alive');
    }
    await sleep(SIGN_MS, undefined, { signal: ended, ref: false }).catch(() => undefined);
  }
}

/**
 * A runner's sign of life: its jobs and queues count as locked just now. Rows that it is about to let go
 * of are passed over.
 */
export async function keepJobs(db: Database, runner: string): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = now()
    where id in (select id from graphile_worker._private_jobs
      where locked_by = ${runner} for update skip locked)`.execute(db);
  await sql`update graphile_worker._private_job_queues set locked_at = now()
    where id in (select id from graphile_worker._private_job_queues
      where locked_by = ${runner} for update skip locked)`.execute(db);
}

/** Unlocks the jobs and queues of runners that are silent; the queue itself would take hours. */
export async function freeJobs(db: Database): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from (select locked_by, locked_at from graphile_worker._private_jobs
      union all select locked_by, locked_at from graphile_worker._private_job_queues) held
    where locked_at < now() - ${SILENCE}::interval
    having count(*) > 0`.execute(db);
}

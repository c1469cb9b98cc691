import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { freeJobs, keepJobs } from './free-jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the jobs and the queue of a killed server are given to the others, those of one that says it is alive are not', async () => {
  const { db } = world.context;
  await aJobHeldFor('41 seconds', { holder: 'a killed server', queue: 'its queue' });
  await aJobHeldFor('30 seconds', { holder: 'one that was just killed', queue: 'a third queue' });
  await aJobHeldFor('41 seconds', { holder: 'a living server', queue: 'another queue' });
  await keepJobs(db, 'a living server');
  await freeJobs(db);
  const { rows } = await sql`
    select q.queue_name, q.locked_by as queue, j.locked_by as job
    from graphile_worker._private_jobs j
    join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    order by 1`.execute(db);
  expect(rows).toEqual([
    {
      queue_name: 'a third queue',
      queue: 'one that was just killed',
      job: 'one that was just killed',
    },
    { queue_name: 'another queue', queue: 'a living server', job: 'a living server' },
    { queue_name: 'its queue', queue: null, job: null },
  ]);
});

async function aJobHeldFor(
  time: string,
  { holder, queue }: { holder: string; queue: string },
): Promise<void> {
  const { db } = world.context;
  await sql`select graphile_worker.add_job('send-mail', '{}', queue_name => ${queue})`.execute(db);
  await sql`with queue as (
      update graphile_worker._private_job_queues
      set locked_by = ${holder}, locked_at = now() - ${time}::interval
      where queue_name = ${queue} returning id)
    update graphile_worker._private_jobs
    set locked_by = ${holder}, locked_at = now() - ${time}::interval
    where job_queue_id = (select id from queue)`.execute(db);
}

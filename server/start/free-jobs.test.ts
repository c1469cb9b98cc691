import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { freeJobs } from './free-jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('a job that a killed server had begun is given to the others, one that runs is not', async () => {
  const { context } = world;
  const killed = await aJobHeldFor('6 minutes', 'a killed server');
  const running = await aJobHeldFor('1 minute', 'a living server');
  await freeJobs(context);
  const { rows } = await sql<{ id: string; locked_by: string | null }>`
    select id::text, locked_by from graphile_worker._private_jobs`.execute(context.db);
  expect(Object.fromEntries(rows.map(({ id, locked_by }) => [id, locked_by]))).toEqual({
    [killed]: null,
    [running]: 'a living server',
  });
});

async function aJobHeldFor(time: string, holder: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with job as (select id from graphile_worker.add_job('send-mail', '{}'))
    select id::text from job`.execute(world.context.db);
  const id = rows[0]?.id ?? '';
  await sql`update graphile_worker._private_jobs
    set locked_by = ${holder}, locked_at = now() - ${time}::interval
    where id = ${id}::bigint`.execute(world.context.db);
  return id;
}

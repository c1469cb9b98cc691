import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { startJobs } from './runner.ts';

let world: World;
/** A connection of our own, which is not cut. */
let own: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  own = new pg.Client({ connectionString: world.context.pool.options.connectionString });
  await own.connect();
});
afterAll(async () => {
  await own.end();
  await world.close();
});

test('jobs are done again after all connections were lost again and again while many ran', async () => {
  const jobs = await startJobs(world.context);
  for (let round = 0; round < 4; round++) {
    await addJobs(40);
    await sleep(5 + 3 * round);
    await cutConnections();
    await addJobs(1);
    await vi.waitUntil(isNoneWaiting, { timeout: 20_000, interval: 20 });
  }
  await jobs.stop();
}, 60_000);

test('jobs stop in good time just after their connections were lost while many ran', async () => {
  for (let round = 0; round < 2; round++) {
    const jobs = await startJobs(world.context);
    await addJobs(40);
    await sleep(10);
    await cutConnections();
    await sleep(300);
    await jobs.stop();
  }
}, 60_000);

/** Jobs that only ask the database something, so that many end at the same moment. */
async function addJobs(count: number): Promise<void> {
  await own.query(
    `select graphile_worker.add_job('lapse-reservations', '{}') from generate_series(1, $1::int)`,
    [count],
  );
}

async function cutConnections(): Promise<void> {
  await own.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** Those that were under way when their connection was lost are freed later (see free-jobs.ts). */
async function isNoneWaiting(): Promise<boolean> {
  const { rowCount } = await own.query(
    `select from graphile_worker._private_jobs where locked_at is null and run_at <= now()`,
  );
  return rowCount === 0;
}

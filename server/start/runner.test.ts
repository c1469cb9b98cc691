import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { report } from '../ledger/findings.ts';
import { change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { PATIENCE } from '../testing/patience.ts';
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
    await vi.waitUntil(isNoneWaiting, PATIENCE);
  }
  await jobs.stop();
}, 300_000);

test('jobs are done although the connection was lost while their names were asked for', async () => {
  await own.query('begin');
  await own.query('lock table graphile_worker._private_tasks in access exclusive mode');
  const jobs = await startJobs(world.context);
  await vi.waitUntil(isAskedForNames, PATIENCE);
  await cutConnections();
  await own.query('commit');
  await addJobs(1);
  await vi.waitUntil(isNoneWaiting, PATIENCE);
  await jobs.stop();
}, 180_000);

test('jobs stop in good time just after their connections were lost while many ran', async () => {
  for (let round = 0; round < 2; round++) {
    const jobs = await startJobs(world.context);
    await addJobs(40);
    await sleep(10);
    await cutConnections();
    await sleep(300);
    await jobs.stop();
  }
}, 300_000);

test('a job that takes long stays with the runner that does it', async () => {
  const smtpUrl = await mailServer(() => undefined);
  const jobs = await startJobs({
    ...world.context,
    config: { ...world.context.config, smtpUrl },
  });
  await mailTo('ana@example.com');
  await vi.waitUntil(async () => (await secondsHeld()) !== null, PATIENCE);
  await own.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '25 seconds'
     where locked_at is not null`,
  );
  expect(await secondsHeld()).toBeGreaterThan(20);
  // Silent for some more it would be given to another one.
  await vi.waitUntil(async () => Number(await secondsHeld()) < 15, PATIENCE);
  expect(await secondsHeld()).not.toBeNull();
  await jobs.stop();
}, 120_000);

async function refuse(statement: string): Promise<void> {
  await own.query(`create function refuses() returns trigger language plpgsql as
      $$ begin raise exception 'too slow'; end $$;
    create trigger refuses before ${statement} for each statement execute function refuses()`);
  onTestFinished(async () => {
    await own.query('drop function refuses cascade; delete from graphile_worker._private_jobs');
  });
}

/** For how long a mail has been under way; null where none is. */
async function secondsHeld(): Promise<number | null> {
  const { rows } = await own.query(
    `select extract(epoch from now() - j.locked_at)::float as held
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'send-mail' and j.locked_at is not null`,
  );
  return rows[0]?.held ?? null;
}

test('a mail that is refused stands in the log by its job, without its recipient', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const smtpUrl = await mailServer((text) => {
    const recipient = /^RCPT TO:(\S+)/im.exec(text)?.[1];
    return recipient ? `550 ${recipient} is nobody` : '250 ok';
  });
  const jobs = await startJobs({
    ...world.context,
    log,
    config: { ...world.context.config, smtpUrl },
  });
  const to = 'ana@example.com';
  await mailTo(to);
  await vi.waitUntil(() => lines.some((line) => line.includes('send-mail')), PATIENCE);
  await jobs.stop();
  expect(lines.join('')).toContain('550 <(address)> is nobody');
  expect(lines.join('')).not.toContain(to);
});

test('other jobs are done while a mail server answers by single bytes', async () => {
  const smtpUrl = await mailServer((line) => (/^DATA/i.test(line) ? DRIP : '250 ok'));
  const jobs = await startJobs({ ...world.context, config: { ...world.context.config, smtpUrl } });
  for (let count = 0; count < 6; count++) await mailTo('ana@example.com');
  await vi.waitUntil(async () => (await secondsHeld()) !== null, PATIENCE);
  await sleep(1500);
  await own.query(`select graphile_worker.add_job('deadlines', job_key => 'other')`);
  const isDone = async () => {
    const { rowCount } = await own.query(`select from graphile_worker.jobs where key = 'other'`);
    return rowCount === 0;
  };
  await vi.waitUntil(isDone, PATIENCE);
  expect(await secondsHeld()).not.toBeNull();
  await jobs.stop();
}, 120_000);

async function mailTo(to: string): Promise<void> {
  await change(world.context, (change) =>
    enqueueMail(change, { kind: 'test', to, subject: 'Hi', paragraphs: ['Hi'] }),
  );
}

const DRIP = '250-';

/** Says what is given to each line, or nothing at all; after `DRIP` a letter each moment, for ever. */
async function mailServer(answer: (line: string) => string | undefined): Promise<string> {
  const server = createServer((socket) => {
    const say = (line: string | undefined) => {
      if (line) socket.write(line === DRIP ? line : `${line}\r\n`);
      if (line !== DRIP) return;
      const drip = setInterval(() => socket.write('x'), 500);
      socket.once('close', () => clearInterval(drip));
    };
    socket.on('error', () => undefined);
    if (answer('')) say('220 here');
    socket.on('data', (text) => say(answer(String(text))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Jobs that only ask the database something, so that many end at the same moment. */
async function addJobs(count: number): Promise<void> {
  await own.query(
    `select graphile_worker.add_job('deadlines', '{}') from generate_series(1, $1::int)`,
    [count],
  );
}

async function cutConnections(): Promise<void> {
  await own.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

async function isAskedForNames(): Promise<boolean> {
  // Within a transaction the database shows the same moment again and again.
  await own.query('select pg_stat_clear_snapshot()');
  const { rowCount } = await own.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount !== null && rowCount > 0;
}

/** Those that were under way when their connection was lost are freed later (see free-jobs.ts). */
async function isNoneWaiting(): Promise<boolean> {
  const { rowCount } = await own.query(
    `select from graphile_worker._private_jobs where locked_at is null and run_at <= now()`,
  );
  return rowCount === 0;
}

test.each([
  ['check-ledger', 'insert on ledger_checks'],
  ['remove-files', 'update on files'],
])('tries of %s, by the clock, end where a later one is tried, too', async (name, statement) => {
  await refuse(statement);
  const jobs = await startJobs(world.context);
  // Since hours, as it were.
  await own.query(
    `select graphile_worker.add_job('${name}') from generate_series(1, 20);
     update graphile_worker._private_jobs j set attempts = 9, last_error = 'too slow'
     from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = '${name}'
       and j.id < (select max(id) from graphile_worker._private_jobs)`,
  );
  const left = async () => {
    const { rows } = await own.query(
      `select count(*) as rows, count(last_error) as failed from graphile_worker.jobs
       where task_identifier = '${name}' and run_at > now()`,
    );
    return { rows: Number(rows[0]?.rows), failed: Number(rows[0]?.failed) };
  };
  const isOver = async () => (await isNoneWaiting()) && (await left()).rows > 0;
  await vi.waitUntil(isOver, PATIENCE);
  await jobs.stop();
  expect(await left()).toEqual({ rows: 1, failed: 1 });
});

test('moderators hear of a finding although the check of the ledger fails', async () => {
  await world.person('moderator');
  const finding = { kind: 'payment_differs', about: 'ch_1', detail: 'One cent is missing.' };
  await report(world.context.db, finding);
  await refuse('insert on ledger_checks');
  const jobs = await startJobs(world.context);
  await own.query(`select graphile_worker.add_job('check-ledger', job_key => 'failing')`);
  const told = async () => {
    const { rows } = await own.query(
      `select attempts > 0 and locked_at is null as is_over,
         exists (select from mails where kind = 'money_alarm') as told
       from graphile_worker.jobs where key = 'failing'`,
    );
    return rows[0];
  };
  await vi.waitUntil(async () => (await told())?.is_over, PATIENCE);
  await jobs.stop();
  expect(await told()).toEqual({ is_over: true, told: true });
});

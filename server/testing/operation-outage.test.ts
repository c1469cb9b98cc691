import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { aRequest } from './deeds.ts';
import { PATIENCE, quickest, timeOf } from './patience.ts';
import { reachableDatabase } from './reachable-database.ts';
import {
  answers,
  type Call,
  databaseProcess,
  newCustomer,
  openStream,
  type Reply,
  type ServerProcess,
  startProcess,
} from './server-process.ts';
import { LONG } from './soak.ts';

const AWAY_MS = LONG ? 30_000 : 0;

describe('while the database of DATABASE_URL cannot be reached', () => {
  test(
    'every call says so, the process lives, and all works again afterwards',
    async () => {
      const database = await reachableDatabase();
      const server = await startProcess({ DATABASE_URL: database.url, CONFIRM_EMAIL: 'false' });
      await server.ready();
      const { token, call } = await newCustomer(server.url);
      expect((await call('POST', '/api/tickets', aRequest)).status).toBe(201);

      await database.cut();
      const end = Date.now() + AWAY_MS;
      do await expectOutage(server, call);
      while (Date.now() < end);

      await database.mend();
      await vi.waitUntil(() => answers(`${server.url}/readyz`), PATIENCE);
      // Streams hear again of what happens; one that is ended, as it may have missed something, is
      // opened again as a browser would. And the jobs are done again.
      await vi.waitUntil(async () => {
        const stream = await openStream(server.url, token);
        expect((await call('POST', '/api/tickets', aRequest)).status).toBe(201);
        return vi.waitUntil(() => stream.text().includes('event: ticket'), 3000).catch(() => false);
      }, PATIENCE);
      await vi.waitUntil(() => isMailed(server, 'New Request Created'), PATIENCE);
      server.kill('SIGTERM');
      expect((await server.ended).code).toBe(0);
    },
    AWAY_MS + 300_000,
  );

  test.each([
    ['refuses every connection', 'cut'],
    ['answers nothing any more', 'freeze'],
  ] as const)('the server still stops in good time: it %s', async (_, trouble) => {
    const stop = async () => {
      const database = await reachableDatabase();
      const server = await startProcess({ DATABASE_URL: database.url });
      await server.ready();
      await database[trouble]();
      return timeOf(async () => {
        server.kill('SIGTERM');
        const { code, output } = await server.ended;
        expect(code, output).toBe(0);
      });
    };
    expect(await quickest(20_000, stop)).toBeLessThan(20_000);
  });
});

describe('while connections hang', () => {
  test('messages go on by others, and nobody waits for one that was caught in them', async () => {
    const database = await reachableDatabase();
    const server = await startProcess({ DATABASE_URL: database.url, CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { call } = await newCustomer(server.url);
    const { body: ticket } = await call<{ id: string }>('POST', '/api/tickets', aRequest);
    const seen: number[] = [];
    const post = async () => {
      const message = { text: 'Are you there?', client_id: randomUUID() };
      const { status } = await call('POST', `/api/tickets/${ticket.id}/messages`, message);
      seen.push(status);
    };
    await post();
    database.freezeOpen();
    const caught = timeOf(post);
    await sleep(50);
    // The first one hangs, and those after it do not.
    await Promise.all([post(), post()]);
    expect(seen).toEqual([201, 201, 201]);
    expect(await caught).toBeLessThan(6000);
    expect(seen).toEqual([201, 201, 201, 503]);
  });

  test('the server says that it is not ready, within seconds', async () => {
    const database = await reachableDatabase();
    const server = await startProcess({ DATABASE_URL: database.url });
    await server.ready();
    await database.freeze();
    await sleep(1000);
    const took = await timeOf(async () => {
      const answer = await fetch(`${server.url}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([503, { status: 'writes do not pass' }]);
    });
    expect(took).toBeLessThan(4000);
    server.kill('SIGKILL');
  });

  test('a database that takes no changes is not ready either', async () => {
    const database = await reachableDatabase();
    const server = await startProcess({ DATABASE_URL: database.url });
    await server.ready();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const { rows } = await admin.query('select current_database() as name');
    await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await admin.end();
    // A write that just passed speaks for the next ones for a second.
    await vi.waitFor(async () => {
      const answer = await fetch(`${server.url}/readyz`);
      expect([answer.status, await answer.json()]).toEqual([503, { status: 'writes do not pass' }]);
    }, PATIENCE);
  });
});

test('a start whose database stands still for a while is tried again', async () => {
  const database = await reachableDatabase({ deafTo: 'unblock live' });
  const server = await startProcess({ DATABASE_URL: database.url });
  await server.ready();
  expect(database.deafness()).toBe(1);
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

describe('the embedded database', () => {
  test.each([
    ['one of its connections', (postmaster: number) => backendOf(postmaster)],
    ['it as a whole', (postmaster: number) => postmaster],
  ])('comes back by itself when %s is killed', async (_what, victim) => {
    const server = await startProcess({ CONFIRM_EMAIL: 'false' });
    await server.ready();
    const { call } = await newCustomer(server.url);
    const { body: ticket } = await call<{ id: string }>('POST', '/api/tickets', aRequest);
    process.kill(victim(postmasterOf(server)), 'SIGKILL');
    const seen: number[] = [];
    await vi.waitUntil(async () => {
      const { status } = await call('GET', `/api/tickets/${ticket.id}`);
      expect(await answers(`${server.url}/healthz`)).toBe(true);
      seen.push(status);
      return status === 200 && seen.length > 3;
    }, PATIENCE);
    // The database may take its time to notice, and end the other connections only now.
    await vi.waitUntil(async () => {
      const { status } = await call('POST', '/api/tickets', aRequest);
      seen.push(status);
      return status === 201;
    }, PATIENCE);
    expect(seen.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    server.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(databaseProcess(server.settings.DATA_DIR)).toBeNull();
  });
});

interface Problem {
  status: number;
  code: string;
}

async function expectOutage(server: ServerProcess, call: Call): Promise<void> {
  const calls: Promise<Reply<Problem>>[] = [
    call('GET', '/api/tickets?view=active'),
    call('POST', '/api/tickets', aRequest),
    call('POST', '/api/waitlist', { name: 'Ada', email: 'ada@example.com', specialty: 'python' }),
  ];
  for (const { status, body, headers } of await Promise.all(calls)) {
    expect({ answered: status, ...body }).toMatchObject({
      answered: 503,
      status: 503,
      code: 'unavailable',
    });
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // Who looks after it must see most while something is wrong.
  const figures = await fetch(`${server.url}/metrics`);
  expect(figures.status).toBe(200);
  expect(await figures.text()).toMatch(/unblock_database_connections\{state="waiting"\} \d/);
  const signIn = { email: 'ada@example.com', password: 'grüne Wiese 7' };
  const refused = await call('POST', '/auth/v1/token?grant_type=password', signIn);
  expect({ status: refused.status, again: refused.headers.get('retry-after') }).toEqual({
    status: 503,
    again: '5',
  });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const notReady = await fetch(`${server.url}/readyz`);
  expect(notReady.status).toBe(503);
  expect(Number(notReady.headers.get('retry-after'))).toBeGreaterThan(0);
}

async function isMailed(server: ServerProcess, subject: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${server.settings.INBOX_PORT}/email`);
  const mails = (await answer.json()) as { subject: string }[];
  return mails.some((mail) => mail.subject.includes(subject));
}

function postmasterOf(server: ServerProcess): number {
  const pid = databaseProcess(server.settings.DATA_DIR);
  if (pid === null) throw new Error('the database does not run');
  return pid;
}

/** A process of the database that serves one of our connections. */
function backendOf(postmaster: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
  }).split('\n');
  const backend = processes
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find(
      (match) =>
        Number(match?.[2]) === postmaster && match?.[3]?.includes('unblock_server postgres'),
    );
  if (!backend) throw new Error('no connection of the database found');
  return Number(backend[1]);
}

import { createServer, request as requestTo } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { newDatabase } from './new-database.ts';
import { PATIENCE } from './patience.ts';
import { startLoad, storedRequests } from './posting-load.ts';
import {
  answers,
  newCustomer,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from './server-process.ts';

/** Acknowledged requests, before the end of one server and after it. */
const ENOUGH = 100;

test('two servers behind a proxy: one is killed under load, and nothing acknowledged is lost or doubled', async () => {
  const DATABASE_URL = await newDatabase();
  const { jwtKey } = await readConfig({ DATA_DIR: temporaryFolder() });
  const settings = {
    DATABASE_URL,
    JWT_KEY: JSON.stringify(jwtKey),
    CONFIRM_EMAIL: 'false',
    // The address is part of every token: the proxy's, the same for both.
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: 'smtp://127.0.0.1:9',
    TRUST_PROXY: 'loopback',
  };
  // One of them as behind a pooler, which would not keep what listens.
  const direct = new URL(DATABASE_URL);
  direct.searchParams.set('application_name', 'direct');
  const servers = [
    await startProcess({ ...settings, DATABASE_DIRECT_URL: direct.href }),
    await startProcess(settings),
  ];
  await Promise.all(servers.map((server) => server.ready()));
  const proxy = await startProxy(servers.map(({ url }) => url));
  const people = await Promise.all(Array.from({ length: 4 }, () => newCustomer(proxy)));

  // For jobs, for mails and for screens.
  const listeners = ['"jobs:insert"', '"jobs:insert"', 'live'];
  await vi.waitFor(
    async () => expect(await listenersIn(DATABASE_URL, 'direct')).toEqual(listeners),
    PATIENCE,
  );

  const load = startLoad(people.map(({ call }) => call));
  const { acknowledged } = load;
  await vi.waitUntil(() => acknowledged.size >= ENOUGH, PATIENCE);
  servers[0]?.kill('SIGKILL');
  const before = acknowledged.size;
  await vi.waitUntil(() => acknowledged.size >= before + ENOUGH, PATIENCE);
  await load.stop();

  expect(await storedRequests(DATABASE_URL)).toEqual(acknowledged);
  await expectToLeave(servers[1]);
}, 300_000);

/** One that is to stop tells the proxy first, and serves until that knows. */
async function expectToLeave(server: ServerProcess | undefined): Promise<void> {
  server?.kill('SIGTERM');
  await vi.waitUntil(async () => {
    const paths = ['/readyz', '/healthz', '/api/config'];
    const [isReady, ...serves] = await Promise.all(
      paths.map((path) => answers(`${server?.url}${path}`)),
    );
    return !isReady && serves.every(Boolean);
  }, PATIENCE);
  expect((await server?.ended)?.code).toBe(0);
}

/** Hands requests to the servers in turn; to which one a person went before is no matter. */
async function startProxy(targets: string[]): Promise<string> {
  let turn = 0;
  const proxy = createServer((near, answer) => {
    const target = new URL(near.url ?? '/', targets[turn++ % targets.length]);
    const far = requestTo(target, { method: near.method, headers: near.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer).on('error', () => undefined);
      response.on('error', () => answer.destroy());
    });
    far.on('error', () => answer.destroy());
    near.pipe(far);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** For what the connections of that name listen. */
async function listenersIn(url: string, name: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ query: string }>(
    'select query from pg_stat_activity where application_name = $1',
    [name],
  );
  await client.end();
  return rows.flatMap(({ query }) => /listen ([\w":]+)/i.exec(query)?.[1] ?? []).toSorted();
}

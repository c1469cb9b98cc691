/** A new version on one server after the other, behind Caddy as deploy/Caddyfile has it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { newDatabase } from './new-database.ts';
import { PATIENCE } from './patience.ts';
import { portForTest } from './ports.ts';
import { startLoad, storedRequests } from './posting-load.ts';
import {
  answers,
  type Call,
  newCustomer,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from './server-process.ts';
import { LONG } from './soak.ts';

const CADDY = '/usr/bin/caddy';
const ROUNDS = 3;
const PEOPLE = 4;
/** Caddy asks every two seconds whether a server is ready. */
const UNTIL_KNOWN_MS = 5000;

test.runIf(LONG)(
  'servers that are replaced one after the other fail nobody who is not told to come again',
  async (context) => {
    if (!existsSync(CADDY)) return context.skip('needs caddy');
    const DATABASE_URL = await newDatabase();
    const { jwtKey } = await readConfig({ DATA_DIR: temporaryFolder() });
    const proxy = `http://localhost:${await portForTest()}`;
    const settings = {
      DATABASE_URL,
      JWT_KEY: JSON.stringify(jwtKey),
      CONFIRM_EMAIL: 'false',
      PUBLIC_URL: proxy,
      SMTP_URL: 'smtp://127.0.0.1:9',
      TRUST_PROXY: 'loopback',
    };
    const servers = [await startProcess(settings), await startProcess(settings)];
    await Promise.all(servers.map((server) => server.ready()));
    await startCaddy(proxy, servers);
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newCustomer(proxy)));
    const load = startLoad(people.map(({ call }) => call));
    const readers = people.map(({ call }) => startReading(call));

    for (let n = 0; n < ROUNDS * servers.length; n++) {
      const at = n % servers.length;
      servers[at] = await replace(servers[at]);
      await sleep(UNTIL_KNOWN_MS);
    }

    const { acknowledged, wrong, unanswered } = await load.stop();
    const reads = await Promise.all(readers.map((stop) => stop()));
    console.log(`${acknowledged.size} requests posted, ${reads.flat().length} lists read`);
    expect(wrong).toEqual([]);
    expect(unanswered).toBe(0);
    expect(reads.flat().filter((status) => status !== 200)).toEqual([]);
    expect(await storedRequests(DATABASE_URL)).toEqual(acknowledged);
  },
  600_000,
);

test.runIf(LONG)(
  'servers of which none is ready answer all the same, as they say when to come again',
  async (context) => {
    if (!existsSync(CADDY)) return context.skip('needs caddy');
    const servers = [await startUnready(), await startUnready()];
    const proxy = `http://localhost:${await portForTest()}`;
    await startCaddy(proxy, servers);
    await sleep(UNTIL_KNOWN_MS);
    const page = await fetch(`${proxy}/learn-more`);
    expect([page.status, await page.text()]).toEqual([200, 'GET /learn-more ']);
    const call = await fetch(`${proxy}/api/tickets`, { method: 'POST', body: 'words' });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await call.text()).toBe('POST /api/tickets words');
  },
  60_000,
);

/** As without a database: pages are there, and calls say when to come again. */
async function startUnready(): Promise<{ url: string }> {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    if (url === '/readyz' || url.startsWith('/api/'))
      response.writeHead(503, { 'retry-after': '5' });
    response.end(`${method} ${url} ${await text(request)}`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** As a service manager does. */
async function replace(server: ServerProcess | undefined): Promise<ServerProcess> {
  server?.kill('SIGTERM');
  expect((await server?.ended)?.code).toBe(0);
  const next = await startProcess(server?.settings);
  await next.ready();
  return next;
}

/** Reads a list without pause; the returned function ends it with the statuses, 0 for no answer. */
function startReading(call: Call): () => Promise<number[]> {
  const statuses: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const answer = await call('GET', '/api/tickets?view=active').catch(() => null);
      statuses.push(answer?.status ?? 0);
      await sleep(20);
    }
  })();
  return async () => {
    isOver = true;
    await reading;
    return statuses;
  };
}

/** By our own example, with the addresses of these servers in it. */
async function startCaddy(publicUrl: string, servers: readonly { url: string }[]): Promise<void> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'Caddyfile');
  const example = readFileSync(path.join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8');
  const addresses = servers.map(({ url }) => new URL(url).host).join(' ');
  expect(example).toContain('one:3000 two:3000');
  // Its own address for commands would be the same for all that run here.
  const config = `{\n\tadmin off\n}\n${example.replaceAll('one:3000 two:3000', addresses)}`;
  writeFileSync(file, config);
  const FILES_ORIGIN = publicUrl.replace('localhost', 'files.localhost');
  const child = spawn(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { HOME: folder, PUBLIC_URL: publicUrl, FILES_ORIGIN },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitUntil(() => answers(`${publicUrl}/healthz`), PATIENCE);
}

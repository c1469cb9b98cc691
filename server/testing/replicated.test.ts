/** A replicated PostgreSQL whose primary dies, as deploy/replicated/trial.sh sets it up. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { hangingMailServer } from './mail-server.ts';
import { startLoad, storedRequests } from './posting-load.ts';
import {
  type Call,
  newCustomer,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from './server-process.ts';
import { LONG } from './soak.ts';

const TRIAL = path.join(import.meta.dirname, '../../deploy/replicated/trial.sh');
const ROUNDS = Number(process.env.ROUNDS ?? 20);
/** How long a failure may keep everybody from changing something. */
const MOST_MS = 20_000;
const TROUBLES = ['kill', 'freeze', 'cut', 'switch'] as const;

test.runIf(LONG)(
  'a primary that dies loses nothing that was acknowledged, and is replaced within seconds',
  async (context) => {
    const missing = missingForTrial();
    if (missing) return context.skip(`needs ${missing}`);
    const cluster = await startCluster();
    const mails = await hangingMailServer();
    mails.mend();
    const servers = await startServers({ ...cluster.settings, SMTP_URL: mails.url });
    const people = await Promise.all(servers.map(({ url }) => newCustomer(url)));
    const load = startLoad(people.map(({ call }) => call));
    const gaps: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const trouble = TROUBLES[round % TROUBLES.length] ?? 'kill';
      await sleep(2000);
      const primary = await cluster.primary();
      await cluster.run(trouble, primary);
      const reads = people.map(({ call }) => untilRead(call));
      const writes = await load.untilAcknowledged();
      gaps.push(`${trouble}: changes after ${writes} ms, reads after ${await Promise.all(reads)}`);
      console.log(gaps.at(-1));
      expect(writes).toBeLessThan(MOST_MS);
      await cluster.run('mend', primary);
      await cluster.untilReplicated();
    }
    const { acknowledged, wrong } = await load.stop();
    expect(wrong).toEqual([]);
    expect(await cluster.stored()).toEqual(acknowledged);
    // A job whose server lost the database while it ran is done again after five minutes: a mail that had
    // gone out by then comes twice, under one Message-ID.
    const mailed = () => new Set(mails.received('New Request Created').map(messageId));
    await vi.waitUntil(() => mailed().size >= acknowledged.size, { timeout: 480_000 });
    expect(mailed().size).toBe(acknowledged.size);
  },
  ROUNDS * 120_000 + 600_000,
);

test.runIf(LONG)(
  'what was deleted is there again in a copy as of a second before',
  async (context) => {
    const missing = missingForTrial();
    if (missing) return context.skip(`needs ${missing}`);
    const cluster = await startCluster();
    const url = cluster.settings.DATABASE_OWNER_URL ?? '';
    await ask(url, 'create table kept as select generate_series(1, 100) as n');
    await cluster.run('backup');
    await ask(url, 'insert into kept select generate_series(101, 150)');
    await sleep(1000);
    const [{ then }] = await ask<{ then: string }>(url, 'select now()::text as then');
    await sleep(1000);
    await ask(url, 'delete from kept');
    const copy = (await cluster.run('restore', then)).trim();
    const count = 'select count(*)::int from kept';
    expect(await ask(copy, count)).toEqual([{ count: 150 }]);
    expect(await ask(url, count)).toEqual([{ count: 0 }]);
  },
  300_000,
);

function messageId(mail: string): string {
  return /^Message-ID: (.*)$/im.exec(mail)?.[1] ?? mail;
}

/** What keeps the trial from running here; null for nothing. */
function missingForTrial(): string | null {
  if (process.getuid?.() !== 0) return 'root';
  const programs = ['patroni', 'etcd', 'haproxy', 'ip', 'curl'];
  const missing = programs.filter(
    (name) => !['/usr/bin', '/usr/sbin', '/sbin'].some((at) => existsSync(path.join(at, name))),
  );
  if (globSync('/usr/lib/postgresql/*/bin/postgres').length === 0) missing.push('postgresql');
  return missing.length > 0 ? missing.join(', ') : null;
}

async function startCluster() {
  const folder = mkdtempSync(path.join(tmpdir(), 'unblock-replicated-'));
  onTestFinished(() => {
    execFileSync(TRIAL, ['down', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const run = async (...words: string[]) =>
    (await promisify(execFile)(TRIAL, [...words, folder])).stdout;
  const lines = (await run('up')).trim().split('\n');
  const settings: Record<string, string> = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const states = async () =>
    (await run('status'))
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]);
  return {
    settings,
    run,
    primary: async () => (await states()).find(([, state]) => state === 'primary')?.[0] ?? '',
    untilReplicated: () =>
      vi.waitUntil(
        async () =>
          (await states())
            .map(([, state]) => state)
            .toSorted()
            .join() === 'primary,standby,synchronous',
        { timeout: 90_000, interval: 500 },
      ),
    stored: () => storedRequests(settings.DATABASE_OWNER_URL ?? ''),
  };
}

/** Two servers, which share all that servers of one product share. */
async function startServers(settings: Record<string, string>): Promise<ServerProcess[]> {
  const { jwtKey } = await readConfig({ DATA_DIR: temporaryFolder() });
  const servers: ServerProcess[] = [];
  for (let n = 0; n < 2; n++) {
    const server = await startProcess({
      ...settings,
      JWT_KEY: JSON.stringify(jwtKey),
      CONFIRM_EMAIL: 'false',
      PUBLIC_URL: 'http://localhost',
    });
    await server.ready();
    servers.push(server);
  }
  return servers;
}

async function untilRead(call: Call): Promise<number> {
  const from = performance.now();
  while (!(await canRead(call))) await sleep(50);
  return Math.round(performance.now() - from);
}

async function canRead(call: Call): Promise<boolean> {
  const answer = await call('GET', '/api/tickets?view=active').catch(() => null);
  return answer?.status === 200;
}

async function ask<Row extends object>(url: string, statement: string): Promise<[Row, ...Row[]]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows as [Row, ...Row[]];
}

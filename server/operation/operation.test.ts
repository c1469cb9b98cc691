import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Fastify from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { enqueueJob } from '../database/enqueue.ts';
import { watchQueries } from '../database/query-log.ts';
import { sendProblem } from '../http/problems.ts';
import { change } from '../lifecycle/change.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { limitConnections } from '../start/overload.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trustProxy: '10.0.0.0/8', rateLimits: true });
});
afterAll(() => world.close());

const folder = path.join(import.meta.dirname, '../../deploy');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const alarms = [...read('alerts.yaml').matchAll(/expr: (.*)/g)].map(([, query]) => query ?? '');

async function figures(): Promise<string> {
  const headers = { authorization: `key ${world.context.config.serviceApiKey}` };
  return (await world.app.inject({ url: '/metrics', headers })).body;
}

describe('the figures for monitoring', () => {
  test('tell of requests, queries, connections, jobs, mails, streams and memory', async () => {
    const person = await world.person('customer');
    await person.call('GET', '/api/me');
    const body = await figures();
    for (const name of [
      'unblock_request_seconds_count{method="GET",route="/api/me",status="2xx"} 1',
      'unblock_query_seconds_bucket',
      'unblock_database_connections{state="waiting"}',
      'unblock_jobs{state="given_up"} 0',
      'unblock_mails{state="failing"} 0',
      'unblock_live_streams 0',
      'process_resident_memory_bytes',
    ]) {
      expect(body).toContain(name);
    }
  });
});

describe('what was given up', () => {
  /** How the documentation has given up jobs tried again. */
  const [, tryAgain = ''] =
    /^(select graphile_worker\.reschedule_jobs.*);$/m.exec(
      readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8'),
    ) ?? [];
  const failedMail = async (attempts: number) => {
    const to = `${randomUUID()}@example.com`;
    await change(world.context, (change) =>
      enqueueMail(change, { kind: 'test', to, subject: 'Hello', paragraphs: ['Words'] }),
    );
    await sql`update mails set last_error = 'no such mailbox' where recipient = ${to}`.execute(
      world.context.db,
    );
    await sql`update graphile_worker._private_jobs set attempts = ${attempts} where key =
      (select 'send-mail:' || id from mails where recipient = ${to})`.execute(world.context.db);
  };
  const about = async (name: string) =>
    (await figures()).split('\n').filter((line) => line.startsWith(`${name}{`));

  test('of the mails is no reason for an alarm: a mailbox that is gone fails for ever', async () => {
    for (const attempts of [0, 3, 20, 20]) await failedMail(attempts);
    expect(await about('unblock_mails')).toEqual([
      'unblock_mails{state="waiting"} 2',
      'unblock_mails{state="failing"} 2',
      'unblock_mails{state="given_up"} 2',
    ]);
    expect(await about('unblock_jobs')).toContain('unblock_jobs{state="given_up"} 0');
  });

  test('of a job that failed is one before it is given up, while one that runs or a mail is none', async () => {
    const { db } = world.context;
    const add = (key: string) =>
      change(world.context, ({ tx }) =>
        enqueueJob(tx, 'look-through', { key, owner_id: null, before: 0 }),
      );
    const put = (key: string, set: string) =>
      sql`update graphile_worker._private_jobs set attempts = 1, ${sql.raw(set)}
        where key = ${key}`.execute(db);
    await add('runs');
    await put('look-through:runs', "locked_at = now(), locked_by = 'a server'");
    const mails = await sql`update graphile_worker._private_jobs set last_error = 'refused'
      where key like 'send-mail:%'`.execute(db);
    expect(Number(mails.numAffectedRows)).toBeGreaterThan(0);
    expect(await about('unblock_jobs')).toContain('unblock_jobs{state="failing"} 0');
    await add('fails');
    await put('look-through:fails', "last_error = 'no store', run_at = now() + interval '1 hour'");
    expect(await about('unblock_jobs')).toContain('unblock_jobs{state="failing"} 1');
    expect(alarms).toContainEqual(expect.stringContaining('unblock_jobs{state="failing"}'));
  });

  test('of other jobs is one until it is tried again as the documentation says', async () => {
    const { db } = world.context;
    await change(world.context, ({ tx }) =>
      enqueueJob(tx, 'look-through', { key: 'gone', owner_id: null, before: 0 }),
    );
    await sql`update graphile_worker._private_jobs set attempts = max_attempts
      where key = 'look-through:gone'`.execute(db);
    expect(await about('unblock_jobs')).toContain('unblock_jobs{state="given_up"} 1');
    await sql.raw(tryAgain).execute(db);
    expect(await about('unblock_jobs')).toContain('unblock_jobs{state="given_up"} 0');
    expect(await about('unblock_mails')).toContain('unblock_mails{state="given_up"} 2');
  });
});

describe('the log of slow statements', () => {
  const about = (queryDurationMillis: number) => ({
    level: 'query' as const,
    query: CompiledQuery.raw('select $1', ['ada']),
    queryDurationMillis,
  });

  test('has their text and time, without what they asked for, and no quick ones', () => {
    const lines: unknown[] = [];
    const watch = watchQueries((...line) => void lines.push(line));
    watch(about(499));
    watch(about(612.4));
    expect(lines).toEqual([[{ sql: 'select $1', milliseconds: 612 }, 'slow query']]);
  });
});

describe('alarms and pictures', () => {
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const pictures = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  test('ask for figures that there are, by labels that these have', async () => {
    await world.app.inject('/api/config');
    const body = await figures();
    const isThere = (name: string) => new RegExp(`^${name}[{ ]|^# HELP ${name} `, 'm').test(body);
    const labels = new Set([...body.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
    // The first two are Prometheus' own, the others of money, of which there is none here.
    for (const label of ['job', 'instance', 'account', 'kind', 'state']) labels.add(label);
    expect(alarms.length + pictures.length).toBeGreaterThan(25);
    for (const query of [...alarms, ...pictures]) {
      const names = query.match(/\b(unblock|nodejs|process)_\w+/g) ?? ['up'];
      expect(names.filter((name) => name !== 'up' && !isThere(name))).toEqual([]);
      const asked = [...query.matchAll(/(\w+)=~?"|\bby \(([^)]*)\)/g)];
      const named = asked.flatMap(([, one, many]) => one ?? many?.split(/, */) ?? []);
      expect(named.filter((label) => !labels.has(label))).toEqual([]);
    }
  });

  test('go by the name under which the figures are collected', () => {
    const job = /job_name: (\w+)/.exec(read('prometheus.yaml'))?.[1];
    expect(read('alerts.yaml')).toContain(`up{job="${job}"}`);
  });
});

describe('a server with more to do than it can', () => {
  test('turns requests away and says when to come back, but still says that it lives', async () => {
    const { pool } = world.context;
    Object.defineProperty(pool, 'waitingCount', { value: 501, configurable: true });
    for (const url of ['/api/config', '/auth/v1/user', '/files/thumbnails/x', '/functions/x']) {
      const refused = await world.app.inject(url);
      expect({ url, status: refused.statusCode }).toEqual({ url, status: 503 });
      expect(refused.headers['retry-after']).toBe('5');
    }
    expect((await world.app.inject('/api/config')).json()).toMatchObject({ code: 'unavailable' });
    expect((await world.app.inject('/healthz')).statusCode).toBe(200);
    Reflect.deleteProperty(pool, 'waitingCount');
    expect((await world.app.inject('/api/config')).statusCode).toBe(200);
  });

  test('turns a thousand away at a pace that leaves it time for those who wait', async () => {
    const { pool } = world.context;
    Object.defineProperty(pool, 'waitingCount', { value: 501, configurable: true });
    const began = performance.now();
    const refused = await Promise.all(
      Array.from({ length: 1000 }, () => world.app.inject('/api/config')),
    );
    Reflect.deleteProperty(pool, 'waitingCount');
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    // A millisecond apart, and timers are not exact.
    expect(performance.now() - began).toBeGreaterThan(950);
  });

  test('answers a connection too many, closes it, and takes the next one once there is room', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    limitConnections(app, 2);
    app.setErrorHandler(sendProblem);
    for (const path of ['/healthz', '/readyz']) app.get(path, () => 'ok');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const agents = [1, 2, 3].map(() => new Agent({ keepAlive: true }));
    onTestFinished(() => agents.forEach((agent) => void agent.destroy()));
    const ask = (agent: Agent, path = '/readyz') => answerOf(app.server.address(), { agent, path });
    const [one, two, three] = agents as [Agent, Agent, Agent];
    for (const agent of [one, two]) expect(await ask(agent)).toMatchObject({ status: 200 });
    expect(await ask(three, '/healthz')).toMatchObject({ status: 200 });
    const full = { status: 503, 'retry-after': '5', connection: 'close' };
    expect(await ask(three)).toMatchObject(full);
    expect(await ask(one)).toMatchObject({ status: 200 });
    one.destroy();
    await expect.poll(() => ask(three)).toMatchObject({ status: 200 });
  });
});

function answerOf(address: unknown, options: { agent: Agent; path: string }) {
  const { port } = address as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, ...options }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, ...answer.headers });
    }).on('error', reject);
  });
}

describe('where a request comes from', () => {
  /** A sign-in that fails, by somebody who says to be there. */
  async function tryFrom(remoteAddress: string, forwarded: string): Promise<number> {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/auth/v1/recover',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { email: `${forwarded.replaceAll(/\W/g, '-')}@example.com` },
    });
    return statusCode;
  }

  test('is told by a trusted proxy, and by nobody else', async () => {
    const addresses = Array.from({ length: 40 }, (_, count) => `198.51.100.${count}`);
    const behindProxy = await Promise.all(addresses.map((each) => tryFrom('10.1.2.3', each)));
    expect(new Set(behindProxy)).toEqual(new Set([200]));
    const ports = Array.from({ length: 40 }, (_, count) => `198.51.100.200:${50_000 + count}`);
    expect(await Promise.all(ports.map((each) => tryFrom('10.1.2.3', each)))).toContain(429);
    const ports6 = Array.from({ length: 40 }, (_, count) => `[2001:db8::7]:${50_000 + count}`);
    expect(await Promise.all(ports6.map((each) => tryFrom('10.1.2.3', each)))).toContain(429);
    const liar = await Promise.all(addresses.map((each) => tryFrom('203.0.113.9', each)));
    expect(liar).toContain(429);
  });
});

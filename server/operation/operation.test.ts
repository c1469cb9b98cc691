import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trustProxy: '10.0.0.0/8', rateLimits: true });
});
afterAll(() => world.close());

describe('the figures for monitoring', () => {
  test('tell of requests, queries, connections, jobs, mails, streams and memory', async () => {
    const person = await world.person('customer');
    await person.call('GET', '/api/me');
    const { body } = await world.app.inject('/metrics');
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

describe('alarms and pictures', () => {
  test('name figures that there are', async () => {
    const { body } = await world.app.inject('/metrics');
    const folder = path.join(import.meta.dirname, '../../deploy');
    for (const file of ['alerts.yaml', 'grafana-dashboard.json']) {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const names = text.match(/\b(unblock|nodejs|process)_[a-z0-9_]+/g) ?? [];
      expect(names.length).toBeGreaterThan(8);
      for (const name of names) expect(body).toContain(name);
    }
  });
});

describe('a server with more to do than it can', () => {
  test('turns requests away and says when to come back, but still says that it lives', async () => {
    const { pool } = world.context;
    Object.defineProperty(pool, 'waitingCount', { value: 501, configurable: true });
    const refused = await world.app.inject('/api/config');
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json()).toMatchObject({ code: 'unavailable' });
    expect((await world.app.inject('/healthz')).statusCode).toBe(200);
    Reflect.deleteProperty(pool, 'waitingCount');
    expect((await world.app.inject('/api/config')).statusCode).toBe(200);
  });
});

describe('where a request comes from', () => {
  /** A sign-in that fails, by somebody who says to be there. */
  async function tryFrom(remoteAddress: string, forwarded: string): Promise<number> {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/auth/v1/recover',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { email: `${forwarded}@example.com` },
    });
    return statusCode;
  }

  test('is told by a trusted proxy, and by nobody else', async () => {
    const addresses = Array.from({ length: 40 }, (_, count) => `198.51.100.${count}`);
    const behindProxy = await Promise.all(addresses.map((each) => tryFrom('10.1.2.3', each)));
    expect(new Set(behindProxy)).toEqual(new Set([200]));
    const liar = await Promise.all(addresses.map((each) => tryFrom('203.0.113.9', each)));
    expect(liar).toContain(429);
  });
});

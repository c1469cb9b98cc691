import { expect, it, onTestFinished } from 'vitest';
import type { Config } from '../config/config.ts';
import { openWorld } from '../testing/world.ts';

const KEY = 'figures-and-nothing-else-0123456789';

async function open(changes: Partial<Config> = {}) {
  const world = await openWorld({ metricsKey: KEY, ...changes });
  onTestFinished(() => world.close());
  return async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await world.app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
}

it('the figures need no key on this machine itself', async () => {
  const ask = await open();
  expect(await ask()).toBe(200);
  expect(await ask({ host: '127.0.0.1:3000' })).toBe(200);
  expect(await ask({ host: '[::1]:3000' }, '::1')).toBe(200);
});

it('the figures need a key from anywhere else, behind any proxy and under any other name', async () => {
  const ask = await open();
  expect(await ask({}, '203.0.113.7')).toBe(404);
  expect(await ask({}, '10.0.0.7')).toBe(404);
  for (const header of [
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-original-host',
  ]) {
    expect({ header, status: await ask({ [header]: 'x' }) }).toEqual({ header, status: 404 });
  }
  // A page of another site whose name was made to lead here.
  expect(await ask({ host: 'evil.example:3000' })).toBe(404);
});

it.each([
  ['TRUST_PROXY', { trustProxy: 'loopback' }],
  ['a PUBLIC_URL by https, which a proxy has to serve', { publicUrl: 'https://unblock.example' }],
])('the figures need a key with %s', async (_what, changes) => {
  const ask = await open(changes);
  expect(await ask()).toBe(404);
  expect(await ask({ authorization: `Bearer ${KEY}` })).toBe(200);
});

it('the key is that of the figures, or of the operator’s programs', async () => {
  const ask = await open({ serviceApiKey: 'service-calls-0123456789' });
  const from = (authorization: string) => ask({ authorization }, '203.0.113.7');
  expect(await from(`Bearer ${KEY}0`)).toBe(404);
  expect(await from(`Bearer ${KEY}`)).toBe(200);
  expect(await from('key service-calls-0123456789')).toBe(200);
  expect(await from('Bearer ')).toBe(404);
  expect(await from('Bearer undefined')).toBe(404);
});

it('there is no key of the figures where none was set', async () => {
  const ask = await open({ metricsKey: null });
  for (const authorization of ['Bearer ', 'Bearer null', 'Bearer undefined']) {
    expect(await ask({ authorization }, '203.0.113.7')).toBe(404);
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import {
  browser,
  call,
  createCustomer,
  linkTo,
  listeningWorld,
  newAddress,
  open,
} from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';
import { safeRedirect } from './redirects.ts';

const config = { publicUrl: 'https://unblock.example' } as Config;
const HOME = 'https://unblock.example/';

describe('where a mail link may lead', () => {
  test.each([
    ['https://unblock.example/reset-password', 'https://unblock.example/reset-password'],
    ['https://unblock.example/a?b=c#d', 'https://unblock.example/a?b=c'],
    ['https://unblock.example', HOME],
    ['https://unblock.example/a/../b', 'https://unblock.example/b'],
  ])('to a page of ours: %s', (wanted, target) => {
    expect(safeRedirect(config, wanted)).toBe(target);
  });

  test.each([
    'https://evil.example/',
    'https://unblock.example.evil.example/',
    'https://unblock.example@evil.example/',
    'https://user@unblock.example/',
    'https://unblock.example:8443/',
    'https://unblock.exampleevil/',
    'http://unblock.example/',
    'HTTPS://UNBLOCK.EXAMPLE/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:/\\evil.example',
    'https://unblock.example\\@evil.example/',
    'https://unblock.example/\\evil',
    'https://unblock.example/\r\nSet-Cookie: a=b',
    'https://unblock.example/\tx',
    ' https://unblock.example/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://unblосk.example/',
    'https://xn--unblk-qye.example/',
    'https://unblock.example./',
    `https://unblock.example/${'x'.repeat(3000)}`,
    '',
    'x',
    undefined,
    ['https://unblock.example/a'],
  ])('to nowhere else: %s', (wanted) => {
    expect(safeRedirect(config, wanted)).toBe(HOME);
  });
});

describe('on the machine itself', () => {
  const local = { publicUrl: 'http://localhost:3000' } as Config;

  test.each([
    'http://localhost:3000/auth/callback',
    'http://127.0.0.1:3000/auth/callback',
    'http://[::1]:3000/auth/callback',
  ])('all its names are ours: %s', (wanted) => {
    expect(safeRedirect(local, wanted)).toBe(wanted);
  });

  test.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:3001/',
    'https://127.0.0.1:3000/',
    'http://127.0.0.2:3000/',
    'http://127.1:3000/',
    'http://2130706433:3000/',
    'http://192.168.0.1:3000/',
    'http://127.0.0.1:3000.evil.example/',
    'http://127.0.0.1:3000@evil.example/',
  ])('and nothing else: %s', (wanted) => {
    expect(safeRedirect(local, wanted)).toBe('http://localhost:3000/');
  });
});

describe('a mail', () => {
  let world: World;
  beforeAll(async () => {
    world = await listeningWorld();
  });
  afterAll(() => world.close());

  test('never names another place, whatever the request says', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    const redirect_to = encodeURIComponent('https://evil.example/');
    await call(world, `/recover?redirect_to=${redirect_to}`, {
      body: { email },
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        referer: 'https://evil.example/',
        origin: 'https://evil.example',
      },
    });
    const link = await linkTo(world, email);
    expect(link.href).not.toContain('evil');
    expect(link.origin).toBe('http://localhost:3000');
    expect(link.searchParams.get('redirect_to')).toBe('http://localhost:3000/');
  });

  test('leads back to the name of this machine under which the browser that asked knows us', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    const client = browser(world, 'pkce');
    const redirectTo = 'http://127.0.0.1:3000/reset-password';
    await client.resetPasswordForEmail(email, { redirectTo });
    const link = await linkTo(world, email);
    expect(link.origin).toBe('http://localhost:3000');
    const { target } = await open(world, link);
    expect(target.origin + target.pathname).toBe(redirectTo);
    const code = target.searchParams.get('code') ?? '';
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
  });

  test('leads home when its link was tampered with', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    await browser(world).resetPasswordForEmail(email);
    const link = await linkTo(world, email);
    link.searchParams.set('redirect_to', '//evil.example');
    const { target } = await open(world, link);
    expect(target.origin + target.pathname).toBe('http://localhost:3000/');
  });

  test('leads back to the page of ours that asked, when nothing else is said', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    const referer = 'http://localhost:3000/help';
    await call(world, '/recover', { body: { email }, headers: { referer } });
    expect((await linkTo(world, email)).searchParams.get('redirect_to')).toBe(referer);
  });
});

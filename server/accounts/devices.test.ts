import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PASSWORD_TURNS } from '../http/limits.ts';
import { tidy } from '../start/tidy.ts';
import {
  browser,
  call,
  codeTo,
  createCustomer,
  fragmentOf,
  linkTo,
  listeningWorld,
  newAddress,
  open,
  PASSWORD,
} from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { PATIENCE } from '../testing/patience.ts';
import type { World } from '../testing/world.ts';
import { roughNetwork } from './devices.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const HOME = '203.0.113.7';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

interface From {
  userAgent?: string;
  ip?: string;
  cookie?: string;
}

/** Signs in as a browser does; returns the cookie that it got. */
async function signIn(
  email: string,
  { userAgent = FIREFOX, ip = HOME, cookie }: From = {},
  password = PASSWORD,
): Promise<string> {
  const { statusCode, headers } = await world.app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    remoteAddress: ip,
    headers: { 'user-agent': userAgent, ...(cookie && { cookie }) },
    payload: { email, password },
  });
  expect(statusCode).toBe(password === PASSWORD ? 200 : 400);
  return String(headers['set-cookie'] ?? '');
}

async function told(email: string) {
  const mails = await world.mails();
  return mails.filter(({ kind, recipient }) => kind === 'new_device' && recipient === email);
}

/** Somebody who has signed in before, at home with Firefox. */
async function owner(): Promise<{ email: string; cookie: string }> {
  const email = newAddress();
  await createCustomer(world, email);
  const cookie = (await signIn(email)).split(';')[0] ?? '';
  return { email, cookie };
}

describe('the owner of an account', () => {
  test('is not told of the very first sign-in, nor of the same device again', async () => {
    const { email } = await owner();
    await signIn(email);
    await signIn(email, { userAgent: NEWER_FIREFOX, ip: '203.0.113.99' });
    expect(await told(email)).toEqual([]);
  });

  test('is told of another browser: which, when, from where, and what to do', async () => {
    const { email } = await owner();
    await signIn(email, { userAgent: SAFARI, ip: '198.51.100.4' });
    const [mail, ...others] = await told(email);
    expect(others).toEqual([]);
    for (const word of ['Safari on iPhone', 'UTC', '198.51.100.x', 'Forgot password?']) {
      expect(mail?.body_text).toContain(word);
    }
    expect(mail?.body_text).not.toContain('198.51.100.4');
    // It cannot be switched off.
    expect(mail?.unsubscribe_url).toBeNull();
    await signIn(email, { userAgent: SAFARI, ip: '198.51.100.4' });
    expect(await told(email)).toHaveLength(1);
  });

  test('is told of another network, unless the browser brings its cookie', async () => {
    const { email, cookie } = await owner();
    await signIn(email, { ip: '192.0.2.1', cookie: `theme=dark; ${cookie}; x=1` });
    expect(await told(email)).toEqual([]);
    await signIn(email, { ip: '198.51.100.1' });
    expect(await told(email)).toHaveLength(1);
    // A cookie that another account got is known to nobody here.
    const other = await owner();
    await signIn(email, { ip: '198.18.0.1', cookie: other.cookie });
    expect(await told(email)).toHaveLength(2);
  });

  test('is told once of many at the same time', async () => {
    const { email } = await owner();
    await Promise.all(Array.from({ length: 12 }, () => signIn(email, { userAgent: SAFARI })));
    expect(await told(email)).toHaveLength(1);
  });

  test('is not told of wrong passwords', async () => {
    const { email } = await owner();
    await signIn(email, { userAgent: SAFARI }, 'wrong password');
    expect(await told(email)).toEqual([]);
  });

  test('is told of a first sign-in by password where they came in by a link before', async () => {
    const email = newAddress();
    await browser(world).signUp({ email, password: PASSWORD });
    const token = await codeTo(world, email);
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/auth/v1/verify',
      remoteAddress: HOME,
      headers: { 'user-agent': FIREFOX },
      payload: { type: 'signup', email, token },
    });
    expect(statusCode).toBe(200);
    await signIn(email);
    expect(await told(email)).toEqual([]);
    await signIn(email, { userAgent: SAFARI });
    expect(await told(email)).toHaveLength(1);
  });

  test.each(['code', 'link'] as const)(
    'is known by the cookie of a browser that came in by a %s',
    async (by) => {
      const email = newAddress();
      await browser(world).signUp({ email, password: PASSWORD });
      const { pathname, search } = await linkTo(world, email);
      const payload = { type: 'signup', email, token: await codeTo(world, email) };
      const { headers } = await world.app.inject({
        ...(by === 'link'
          ? { method: 'GET', url: pathname + search }
          : { method: 'POST', url: '/auth/v1/verify', payload }),
        remoteAddress: HOME,
        headers: { 'user-agent': FIREFOX },
      });
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      await signIn(email, { cookie });
      await signIn(email, { ip: '192.0.2.1', cookie });
      expect(await told(email)).toEqual([]);
    },
  );

  test('is known by the cookie of a browser that chose a new password', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    await browser(world).resetPasswordForEmail(email);
    const { target } = await open(world, await linkTo(world, email));
    const { access_token: token = '' } = fragmentOf(target);
    const body = { password: 'ein neues Kennwort' };
    const headers = { 'user-agent': FIREFOX };
    const set = await call(world, '/user', { method: 'PUT', token, body, headers });
    expect(set.status).toBe(200);
    const cookie = String(set.headers.get('set-cookie')).split(';')[0] ?? '';
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      remoteAddress: '198.51.100.77',
      headers: { 'user-agent': FIREFOX, cookie },
      payload: { email, ...body },
    });
    expect(statusCode).toBe(200);
    expect(await told(email)).toEqual([]);
  });

  test('is told again of a device that was known before the password was changed', async () => {
    const { email } = await owner();
    await signIn(email, { userAgent: SAFARI });
    const client = browser(world);
    await client.signInWithPassword({ email, password: PASSWORD });
    const before = (await told(email)).length;
    expect((await client.updateUser({ password: 'ein neues Kennwort' })).error).toBeNull();
    const { data } = await browser(world).signInWithPassword({
      email,
      password: 'ein neues Kennwort',
    });
    // Who has changed it is known.
    expect(data.session).not.toBeNull();
    expect(await told(email)).toHaveLength(before);
    await world.app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      remoteAddress: HOME,
      headers: { 'user-agent': SAFARI },
      payload: { email, password: 'ein neues Kennwort' },
    });
    expect(await told(email)).toHaveLength(before + 1);
  });
});

test('a device that has signed in before does not wait for a stranger’s tries', async () => {
  const { email, cookie } = await owner();
  const stranger = await owner();
  const before = { ...PASSWORD_TURNS };
  Object.assign(PASSWORD_TURNS, { least: 3000, apart: 3000, most: 4000 });
  world.context.config.rateLimits = true;
  const right = { email, password: PASSWORD };
  const url = `${world.url}/auth/v1/token?grant_type=password`;
  const send = (headers: Record<string, string>, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  try {
    const wrong = { email, password: 'wrong' };
    const flood = Promise.all(
      Array.from({ length: 30 }, () => send({ cookie: stranger.cookie }, wrong)),
    );
    await vi.waitFor(async () => expect((await send({}, right)).status).toBe(429), PATIENCE);
    expect((await send({ cookie: stranger.cookie }, right)).status).toBe(429);
    expect((await send({ cookie }, right)).status).toBe(200);
    await flood;
  } finally {
    world.context.config.rateLimits = false;
    Object.assign(PASSWORD_TURNS, before);
  }
});

describe('what is kept of devices', () => {
  test('is a cookie that scripts cannot read, and of which a dump tells nothing', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    const cookie = await signIn(email);
    expect(cookie).toMatch(
      /^unblock_device=[\w-]{22}; Path=\/auth\/v1; Max-Age=\d+; HttpOnly; SameSite=Lax/,
    );
    expect(cookie.includes('Secure')).toBe(world.context.config.publicUrl.startsWith('https:'));
    const token = /=([\w-]{22})/.exec(cookie)?.[1] ?? '';
    const rows = await world.context.db.selectFrom('known_devices').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
    for (const bad of ['x', `${'a'.repeat(21)}<`, 'a'.repeat(23)]) {
      const again = await signIn(email, { cookie: `unblock_device=${bad}` });
      expect(again).not.toContain(`=${bad};`);
    }
  });

  test('is in the export, is bounded, and is forgotten after a year', async () => {
    const { db } = world.context;
    const ana = await world.person('customer');
    const set = db.updateTable('users').set({ last_sign_in_at: null });
    await set.where('id', '=', ana.id).execute();
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('password_hash', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.updateTable('users').set({ password_hash }).where('id', '=', ana.id).execute();
    for (let count = 0; count < 60; count++) await signIn(ana.email);
    const marks = db.selectFrom('known_devices').select('name').where('user_id', '=', ana.id);
    expect((await marks.execute()).length).toBe(50);
    const { known_devices } = ok(await ana.call('GET', '/api/me/export')) as {
      known_devices: unknown[];
    };
    expect(known_devices[0]).toMatchObject({ name: 'Firefox on Linux' });
    const old = db.updateTable('known_devices').set({ seen_at: new Date(0) });
    await old.where('user_id', '=', ana.id).execute();
    await tidy(world.context);
    expect(await marks.execute()).toEqual([]);
  });

  test.each([
    ['10.1.2.3', '10.1.2.x'],
    ['::ffff:10.1.2.3', '10.1.2.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    [undefined, 'unknown'],
  ])('says of %s where it is only roughly', (ip, network) => {
    expect(roughNetwork(ip)).toBe(network);
  });
});

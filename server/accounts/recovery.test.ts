import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  call,
  codeTo,
  createCustomer,
  fragmentOf,
  linkTo,
  listeningWorld,
  mailTo,
  newAddress,
  open,
  PASSWORD,
  signedInPerson,
} from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';

const NEW = 'blaue Wiese 8';
const redirectTo = 'http://localhost:3000/reset-password';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

async function customer() {
  const email = newAddress();
  const id = await createCustomer(world, email);
  return { email, id };
}

/** Whether a session's token says that it was opened in this way. */
function openedBy(method: string) {
  return ({ access_token }: { access_token: string }) => {
    const claims = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString();
    return JSON.parse(claims).amr[0].method === method;
  };
}

/** A link in a mail, made so many minutes earlier than it was. */
async function linkMade(kind: 'recovery' | 'signup', minutesAgo: number): Promise<URL> {
  const { db } = world.context;
  const email = newAddress();
  if (kind === 'signup') await browser(world).signUp({ email, password: PASSWORD });
  else await createCustomer(world, email);
  if (kind === 'recovery') await browser(world).resetPasswordForEmail(email, { redirectTo });
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await sql`update mail_tokens set expires_at = expires_at - make_interval(mins => ${minutesAgo})
    where user_id = ${id}`.execute(db);
  return linkTo(world, email);
}

test.each([
  ['recovery', 60],
  ['signup', 24 * 60],
] as const)('the link of a %s works for %i minutes and no longer', async (kind, minutes) => {
  const good = await open(world, await linkMade(kind, minutes - 1));
  expect(fragmentOf(good.target).access_token).toBeTruthy();
  const late = await open(world, await linkMade(kind, minutes + 1));
  expect(fragmentOf(late.target)).toMatchObject({ error_code: 'otp_expired' });
  expect(fragmentOf(late.target).access_token).toBeUndefined();
});

test('the code beside a link works for 10 minutes and no longer', async () => {
  const tried = async (minutesAgo: number) => {
    const { email, id } = await customer();
    await browser(world).resetPasswordForEmail(email, { redirectTo });
    const earlier = sql`update mail_tokens
      set code_expires_at = code_expires_at - make_interval(mins => ${minutesAgo})
      where user_id = ${id}`;
    await earlier.execute(world.context.db);
    const token = await codeTo(world, email);
    return (await call(world, '/verify', { body: { type: 'recovery', email, token } })).status;
  };
  expect([await tried(9), await tried(11)]).toEqual([200, 403]);
});

describe('a reset link', () => {
  test('opens a session that may choose a new password, also after a while', async () => {
    const { email, id } = await customer();
    const client = browser(world);
    expect((await client.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    expect(await mailTo(world, email)).toMatchObject({ kind: 'reset_password' });
    const { target } = await open(world, await linkTo(world, email));
    const { access_token = '', refresh_token = '', type } = fragmentOf(target);
    expect(type).toBe('recovery');
    await client.setSession({ access_token, refresh_token });
    const sessions = world.context.db.updateTable('sessions').where('user_id', '=', id);
    await sessions.set({ created_at: new Date(Date.now() - 30 * 60_000) }).execute();
    expect((await client.refreshSession()).data.session).toSatisfy(openedBy('otp'));
    expect((await client.updateUser({ password: NEW })).error).toBeNull();
    const again = await client.updateUser({ password: 'gelbe Wiese 9' });
    expect(again.error?.code).toBe('current_password_required');
    expect((await client.refreshSession()).data.session).toSatisfy(openedBy('password'));
    const other = await browser(world).signInWithPassword({ email, password: NEW });
    expect(other.error).toBeNull();
  });

  test('confirms an address that was waiting for it', async () => {
    const email = newAddress();
    await browser(world).signUp({ email, password: PASSWORD });
    const confirmation = await linkTo(world, email);
    await browser(world).resetPasswordForEmail(email);
    const { target } = await open(world, await linkTo(world, email));
    const token = fragmentOf(target).access_token ?? '';
    expect((await call(world, '/user', { token })).body.email_confirmed_at).toBeTruthy();
    expect((await open(world, confirmation)).target.hash).toContain('otp_expired');
  });

  test.each([['after an hour', { expires_at: new Date() }]])('is void %s', async (_, change) => {
    const { email, id } = await customer();
    await browser(world).resetPasswordForEmail(email);
    await world.context.db
      .updateTable('mail_tokens')
      .set(change)
      .where('user_id', '=', id)
      .execute();
    expect((await open(world, await linkTo(world, email))).target.hash).toContain('otp_expired');
  });

  test('is void when a newer one was sent', async () => {
    const { email } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const older = await linkTo(world, email);
    await browser(world).resetPasswordForEmail(email);
    expect((await open(world, older)).target.hash).toContain('otp_expired');
    const newer = await linkTo(world, email);
    expect((await open(world, newer)).target.hash).toContain('access_token');
  });

  test('is no confirmation, a confirmation is no reset link, and both are for one account', async () => {
    const waiting = newAddress();
    await browser(world).signUp({ email: waiting, password: PASSWORD });
    const { email } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const refused = { status: 403, body: { code: 'otp_expired' } };
    const verify = (body: object) => call(world, '/verify', { body });
    for (const [of, type, other] of [
      [email, 'recovery', 'signup'],
      [waiting, 'signup', 'recovery'],
    ] as const) {
      const link = await linkTo(world, of);
      const token_hash = link.searchParams.get('token');
      for (const wrong of [other, '__proto__']) {
        link.searchParams.set('type', wrong);
        expect((await open(world, link)).target.hash).toContain('otp_expired');
      }
      expect(await verify({ type: other, token_hash })).toMatchObject(refused);
      const token = await codeTo(world, of);
      expect(await verify({ type: other, email: of, token })).toMatchObject(refused);
      const stranger = of === email ? waiting : email;
      expect(await verify({ type, email: stranger, token })).toMatchObject(refused);
      expect(await verify({ type, email: of, token })).toMatchObject({ status: 200 });
    }
  });

  test('is not used up by a program that only looks at it', async () => {
    const { email } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const link = await linkTo(world, email);
    await fetch(`${world.url}${link.pathname}${link.search}`, {
      method: 'HEAD',
      redirect: 'manual',
    });
    expect((await open(world, link)).target.hash).toContain('access_token');
  });

  test('opened many times at once signs in once', async () => {
    const { email } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const link = await linkTo(world, email);
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(world, link)));
    expect(opened.filter(({ target }) => target.hash.includes('access_token'))).toHaveLength(1);
  });

  test('of a suspended person opens nothing', async () => {
    const { email, id } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const ban = world.context.db.updateTable('users').set({ banned_until: new Date('2999-01-01') });
    await ban.where('id', '=', id).execute();
    expect((await open(world, await linkTo(world, email))).target.hash).toContain('user_banned');
  });

  test('is sent to no suspended person', async () => {
    const { email, id } = await customer();
    const ban = world.context.db.updateTable('users').set({ banned_until: new Date('2999-01-01') });
    await ban.where('id', '=', id).execute();
    expect((await browser(world).resetPasswordForEmail(email)).error).toBeNull();
    expect((await world.mails()).filter(({ recipient }) => recipient === email)).toEqual([]);
  });

  test('keeps only a hash of itself in the database', async () => {
    const { email, id } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const token = (await linkTo(world, email)).searchParams.get('token') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const row = await world.context.db
      .selectFrom('mail_tokens')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.token_hash?.includes(Buffer.from(token, 'base64url'))).toBe(false);
  });

  test.each([
    '/verify',
    '/verify?token=x',
    '/verify?type=recovery',
    '/verify?token=a&token=b&type=recovery',
  ])('without its parts leads nowhere: %s', async (path) => {
    expect(await call(world, path)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('the link of a flow that a browser started', () => {
  async function started() {
    const { email, id } = await customer();
    const client = browser(world, 'pkce');
    await client.resetPasswordForEmail(email, { redirectTo: `${redirectTo}?from=mail` });
    const link = await linkTo(world, email);
    expect(link.searchParams.get('token')).toMatch(/^pkce_/);
    const { target } = await open(world, link);
    expect(target.searchParams.get('from')).toBe('mail');
    return { client, email, id, link, code: target.searchParams.get('code') ?? '', target };
  }

  test('goes back to it as a code for a session that may choose a password', async () => {
    const { client, code, target } = await started();
    expect(target.hash).toBe('');
    const { data, error } = await client.exchangeCodeForSession(code);
    expect(error).toBeNull();
    const claims = await client.getClaims(data.session?.access_token);
    expect(claims.data?.claims.amr).toMatchObject([{ method: 'recovery' }]);
    expect((await client.updateUser({ password: NEW })).error).toBeNull();
  });

  test('is worth nothing to another browser', async () => {
    const { client, code } = await started();
    const exchange = (code_verifier: string) =>
      call(world, '/token?grant_type=pkce', { body: { auth_code: code, code_verifier } });
    expect(await exchange('x'.repeat(64))).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier' },
    });
    expect(await exchange('')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await client.exchangeCodeForSession(code)).error).toBeNull();
    expect(await exchange('x'.repeat(64))).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    });
  });

  test('gives a code that is good for five minutes', async () => {
    const { client, code, id } = await started();
    const codes = world.context.db.updateTable('auth_codes').where('user_id', '=', id);
    await codes.set({ created_at: new Date(Date.now() - 301_000) }).execute();
    const { error } = await client.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  const CHALLENGE = 'c'.repeat(43);
  test.each([
    ['half a challenge', { code_challenge: CHALLENGE }],
    ['a method without a challenge', { code_challenge_method: 's256' }],
    ['an unknown method', { code_challenge: CHALLENGE, code_challenge_method: 's512' }],
    ['a short challenge', { code_challenge: CHALLENGE.slice(1), code_challenge_method: 's256' }],
  ])('is not sent for %s', async (_, challenge) => {
    const { email } = await customer();
    expect(await call(world, '/recover', { body: { email, ...challenge } })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  test('takes a plain challenge from whoever cannot hash', async () => {
    const { email } = await customer();
    const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'plain' };
    expect((await call(world, '/recover', { body: { email, ...challenge } })).status).toBe(200);
    const { target } = await open(world, await linkTo(world, email));
    const auth_code = target.searchParams.get('code') ?? '';
    const body = { auth_code, code_verifier: CHALLENGE };
    expect(await call(world, '/token?grant_type=pkce', { body })).toMatchObject({
      status: 200,
      body: { user: { email } },
    });
  });

  test('says in query and fragment when it is used up', async () => {
    const { link } = await started();
    const { target } = await open(world, link);
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
    expect(fragmentOf(target).error_code).toBe('otp_expired');
  });

  test('confirms a sign-up, too', async () => {
    const email = newAddress();
    const client = browser(world, 'pkce');
    await client.signUp({ email, password: PASSWORD });
    const { target } = await open(world, await linkTo(world, email));
    const { data } = await client.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(data.session?.user.email_confirmed_at).toBeTruthy();
  });
});

describe('a token or code without opening the link', () => {
  test('the token of a link is enough', async () => {
    const { email } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const token_hash = (await linkTo(world, email)).searchParams.get('token') ?? '';
    const client = browser(world);
    const wrong = await client.verifyOtp({ type: 'signup', token_hash });
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const { data } = await client.verifyOtp({ type: 'recovery', token_hash });
    expect(data.user?.email).toBe(email);
  });

  test('so are the six digits with the address, five tries long', async () => {
    const { email } = await customer();
    const verify = (token: string, address = email) =>
      browser(world).verifyOtp({ type: 'recovery', email: address, token });
    await browser(world).resetPasswordForEmail(email);
    const code = await codeTo(world, email);
    expect((await verify(code)).data.user?.email).toBe(email);
    expect((await verify(code)).error?.code).toBe('otp_expired');

    await browser(world).resetPasswordForEmail(email);
    const fresh = await codeTo(world, email);
    const wrong = fresh === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries++) {
      expect((await verify(wrong)).error).toMatchObject({ status: 403, code: 'otp_expired' });
    }
    expect((await verify(fresh)).error?.code).toBe('otp_expired');
    expect((await verify(fresh, newAddress())).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    });
  });

  test('the code of one person is nothing to another', async () => {
    const [one, other] = [await customer(), await customer()];
    await browser(world).resetPasswordForEmail(one.email);
    await browser(world).resetPasswordForEmail(other.email);
    const token = await codeTo(world, one.email);
    const answer = await browser(world).verifyOtp({ type: 'recovery', email: other.email, token });
    expect(answer.error?.code).toBe('otp_expired');
    const verify = async ({ email }: { email: string }) =>
      (
        await browser(world).verifyOtp({
          type: 'recovery',
          email,
          token: await codeTo(world, email),
        })
      ).error;
    expect(await verify(one)).toBeNull();
    expect(await verify(other)).toBeNull();
  });

  test.each([
    ['no type', { token_hash: 'x' }, 400, 'validation_failed'],
    [
      'an address beside the token',
      { type: 'signup', token_hash: 'x', email: 'a@b.de' },
      400,
      'validation_failed',
    ],
    ['no token', { type: 'signup', email: 'a@b.de' }, 400, 'validation_failed'],
    ['a code without an address', { type: 'signup', token: '123456' }, 400, 'validation_failed'],
    ['a phone', { type: 'sms', phone: '1', token: '123456' }, 403, 'otp_expired'],
    [
      'an address that no account can have',
      { type: 'recovery', email: 'a\0@b.de', token: '123456' },
      403,
      'otp_expired',
    ],
    [
      'an address of half a character',
      { type: 'recovery', email: 'a\ud800@b.de', token: '123456' },
      403,
      'otp_expired',
    ],
    ['an unknown type', { type: 'constructor', token_hash: 'x' }, 403, 'otp_expired'],
    [
      'a new address',
      { type: 'email_change', email: 'a@b.de', token: '123456' },
      403,
      'otp_expired',
    ],
  ])('refuses %s', async (_, body, status, code) => {
    expect(await call(world, '/verify', { body })).toMatchObject({ status, body: { code } });
  });

  test('a code is worth nothing under a type that there is not', async () => {
    const { email } = await customer();
    await browser(world).resetPasswordForEmail(email);
    const token = await codeTo(world, email);
    const body = { type: 'email_change', email, token };
    expect(await call(world, '/verify', { body })).toMatchObject({ status: 403 });
    expect(await call(world, '/verify', { body: { ...body, type: 'recovery' } })).toMatchObject({
      status: 200,
    });
  });
});

test('the owner of a session that a link opened is nobody else', async () => {
  const { user } = await signedInPerson(world);
  const { email, id } = await customer();
  await browser(world).resetPasswordForEmail(email);
  const { target } = await open(world, await linkTo(world, email));
  const token = fragmentOf(target).access_token ?? '';
  expect((await call(world, '/user', { token })).body.id).toBe(id);
  expect(id).not.toBe(user.id);
});

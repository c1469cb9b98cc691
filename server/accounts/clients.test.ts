import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  call,
  fragmentOf,
  linkTo,
  listeningWorld,
  newAddress,
  open,
  PASSWORD,
  tabsWith,
} from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';
import { REUSE_INTERVAL_MS } from './refresh.ts';

const HOUR_S = 3600;

describe.each([
  ['with confirmation by mail', true],
  ['without confirmation', false],
])('the unmodified client, %s', (_, confirmEmail) => {
  let world: World;
  beforeAll(async () => {
    world = await listeningWorld({ confirmEmail });
  });
  afterAll(() => world.close());

  /** Somebody who has signed up by the client and is signed in, as this server wants it. */
  async function newPerson() {
    const email = newAddress();
    const client = browser(world);
    const { data, error } = await client.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(data.session === null).toBe(confirmEmail);
    if (confirmEmail) {
      const { target } = await open(world, await linkTo(world, email));
      const { access_token = '', refresh_token = '' } = fragmentOf(target);
      expect((await client.setSession({ access_token, refresh_token })).error).toBeNull();
    }
    return { email, client, session: await sessionOf(client) };
  }

  const refresh = (refresh_token: string) =>
    call(world, '/token?grant_type=refresh_token', { body: { refresh_token } });

  test('signs up and is a customer with a confirmed address', async () => {
    const { client, session } = await newPerson();
    const { data } = await client.getUser();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const me = await fetch(`${world.url}/api/me`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(await me.json()).toMatchObject({ id: session.user.id, user_type: 'customer' });
    expect((await client.getClaims()).data?.claims.sub).toBe(session.user.id);
  });

  test('on two devices has two sessions that live and end by themselves', async () => {
    const { email, client, session } = await newPerson();
    const other = browser(world);
    expect((await other.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await other.refreshSession()).error).toBeNull();
    const mine = await sessionOf(client);
    expect(mine.refresh_token).not.toBe(session.refresh_token);
    expect((await sessionOf(other)).refresh_token).not.toBe(mine.refresh_token);
    await client.signOut({ scope: 'local' });
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await other.getUser()).data.user?.email).toBe(email);
    expect(await call(world, '/user', { token: mine.access_token })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    });
  });

  test('in several tabs renews at once, and all of them stay signed in', async () => {
    const { session } = await newPerson();
    const tabs = tabsWith(world, session, 8);
    const renewed = await Promise.all(tabs.map((tab) => tab.refreshSession()));
    // The client itself throws away what it got when another tab has kept something meanwhile.
    const problems = renewed.map(({ error }) => error?.name ?? null);
    expect(problems).toContain(null);
    expect(new Set([...problems, 'AuthRefreshDiscardedError']).size).toBe(2);
    const kept = await Promise.all(tabs.map(sessionOf));
    expect(new Set(kept.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    expect(kept[0]?.refresh_token).not.toBe(session.refresh_token);
    for (const tab of tabs) expect((await tab.getUser()).data.user?.id).toBe(session.user.id);
  });

  test('loses the session everywhere when an old token is shown again', async () => {
    const { client, session } = await newPerson();
    await client.refreshSession();
    await client.refreshSession();
    const late = new Date(Date.now() - REUSE_INTERVAL_MS - 1000);
    const aged = world.context.db.updateTable('sessions').set({ refreshed_at: late });
    await aged.where('user_id', '=', session.user.id).execute();
    expect((await refresh(session.refresh_token)).body.code).toBe('refresh_token_already_used');
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    expect((await client.refreshSession()).error).toMatchObject({
      name: 'AuthApiError',
      code: 'refresh_token_not_found',
    });
    // The access token has not run out by the clock: asking with it shows that nobody is there.
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client.getSession()).data.session).toBeNull();
    expect(events).toContain('SIGNED_OUT');
  });

  test('whose clock is hours ahead renews instead of giving up', async () => {
    const { session } = await newPerson();
    const ahead = { ...session, expires_at: now() - 5 * HOUR_S };
    for (const client of tabsWith(world, ahead, 1)) {
      expect((await sessionOf(client)).refresh_token).not.toBe(session.refresh_token);
      expect((await client.getUser()).error).toBeNull();
    }
  });

  test('whose clock is behind shows a token too long, is refused, and goes on by renewing', async () => {
    const { session } = await newPerson();
    const expired = await signedByUs(session.access_token, { exp: now() - 60 });
    const behind = { ...session, access_token: expired, expires_at: now() + HOUR_S };
    for (const client of tabsWith(world, behind, 1)) {
      expect((await client.getUser()).error).toMatchObject({ status: 403, code: 'bad_jwt' });
      expect((await client.refreshSession()).error).toBeNull();
      expect((await client.getUser()).data.user?.id).toBe(session.user.id);
    }
  });

  test('is believed no forged token', async () => {
    const { client, session } = await newPerson();
    const victim = await newPerson();
    const [head = '', body = '', signature = ''] = session.access_token.split('.');
    const claims = { ...decoded(body), sub: victim.session.user.id };
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const header = decoded(head) as { alg: string };
    const hmac = createHmac('sha256', JSON.stringify(await exportJWK(publicKey)));
    const hs256 = `${encoded({ ...header, alg: 'HS256' })}.${encoded(claims)}`;
    const forged = {
      'another key': await new SignJWT(claims).setProtectedHeader(header).sign(privateKey),
      'no algorithm': `${encoded({ ...header, alg: 'none' })}.${encoded(claims)}.`,
      'a secret of their own': `${hs256}.${hmac.update(hs256).digest('base64url')}`,
      'another person under the same signature': `${head}.${encoded(claims)}.${signature}`,
      'half a token': `${head}.${body}`,
    };
    for (const [name, token] of Object.entries(forged)) {
      const { data, error } = await client.getUser(token);
      expect(data.user, name).toBeNull();
      expect(error, name).toMatchObject({ status: 403, code: 'bad_jwt' });
      const claimed = client.getClaims(token).then(({ data }) => data);
      expect(await claimed.catch(() => null), name).toBeNull();
    }
    expect((await client.getUser()).data.user?.id).toBe(session.user.id);
  });

  /** The claims of a token, changed, under our own key. */
  async function signedByUs(token: string, changes: Record<string, unknown>) {
    const [head = '', body = ''] = token.split('.');
    const key = await importJWK(world.context.config.jwtKey, 'ES256');
    const header = decoded(head) as { alg: string };
    return new SignJWT({ ...decoded(body), ...changes }).setProtectedHeader(header).sign(key);
  }
});

async function sessionOf(client: ReturnType<typeof browser>) {
  const { data } = await client.getSession();
  if (!data.session) throw new Error('nobody is signed in');
  return data.session;
}

const now = () => Math.floor(Date.now() / 1000);
const decoded = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString());
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

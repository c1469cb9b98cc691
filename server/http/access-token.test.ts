import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seal, unseal } from '../config/sealed.ts';
import { subscriptionOf, unsubscribeUrl } from '../mail/unsubscribe-link.ts';
import { browser, call, listeningWorld, signedInPerson } from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';
import { InvalidAccessToken, signAccessToken, verifyAccessToken } from './access-token.ts';

let world: World;
let person: Awaited<ReturnType<typeof signedInPerson>>;
let header: Record<string, unknown>;
let claims: Record<string, unknown>;

beforeAll(async () => {
  world = await listeningWorld();
  person = await signedInPerson(world);
  const parts = person.session.access_token.split('.');
  header = decode(parts[0]);
  claims = decode(parts[1]);
});
afterAll(() => world.close());

function decode(part = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that our own key signs. */
async function signed(changes: Record<string, unknown>, headers: Record<string, unknown> = {}) {
  const key = await importJWK(world.context.config.jwtKey, 'ES256');
  const protectedHeader = { ...header, ...headers, alg: 'ES256' };
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader(protectedHeader).sign(key);
}

/** What the kinds of routes say; reads that screens make most look their viewer up by themselves. */
async function answers(token: string) {
  const auth = await call(world, '/user', { token });
  const headers = { authorization: `Bearer ${token}` };
  const status = (path: string) => fetch(`${world.url}${path}`, { headers }).then(statusOf);
  return {
    auth: `${auth.status} ${auth.body.code}`,
    api: await status('/api/me'),
    read: await status('/api/tickets?view=active'),
    file: await status(`/files/download/${'x'.repeat(32)}`),
    live: await status('/api/live'),
  };
}

async function statusOf(response: Response): Promise<number> {
  await response.body?.cancel();
  return response.status;
}

const REFUSED = { auth: '403 bad_jwt', api: 401, read: 401, file: 401, live: 401 };
const ACCEPTED = { api: 200, read: 200, file: 404, live: 200 };
const now = () => Math.floor(Date.now() / 1000);

describe('an access token', () => {
  test('is accepted as it was made, and when our key signs the same again', async () => {
    expect(await answers(person.session.access_token)).toMatchObject(ACCEPTED);
    expect(await answers(await signed({}))).toMatchObject(ACCEPTED);
  });

  test('that was accepted is refused once it has expired', async () => {
    const token = await signed({ exp: now() + 600 });
    expect(await answers(token)).toMatchObject(ACCEPTED);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect(await answers(token)).toEqual(REFUSED);
  });

  test.each<[string, Record<string, unknown>, Record<string, unknown>?]>([
    ['expired', { exp: 1_700_000_000 }],
    ['not valid yet', { nbf: 32_000_000_000 }],
    ['from another issuer', { iss: 'https://evil.example/auth/v1' }],
    ['for another audience', { aud: 'service' }],
    ['for another role', { role: 'service_role' }],
    ['without an end', { exp: undefined }],
    ['without a session', { session_id: undefined }],
    ['for nobody', { sub: 'x' }],
    ['for a number', { sub: 7 }],
    ['for an empty name', { sub: '' }],
    ['for half a person', { sub: '01890000-0000-7000-8000-00000000000' }],
    ['for a person in braces', { sub: '{01890000-0000-7000-8000-000000000000}' }],
    ['for a person and more', { sub: '01890000-0000-7000-8000-000000000000\n' }],
    ['for a person with a NUL', { sub: 'a\0b' }],
    ['of a session that is no id', { session_id: 'x' }],
    ['of a list of sessions', { session_id: ['01890000-0000-7000-8000-000000000000'] }],
    ['with another key id', {}, { kid: 'another' }],
    ['of another type', {}, { typ: 'at+jwt' }],
    ['with a critical extension', {}, { crit: ['x'], x: 1 }],
  ])('is refused when %s', async (_, changes, headers) => {
    const token = await signed({ ...changes }, headers).catch(
      () => `${encode({ ...header, ...headers })}.${encode(claims)}.AA`,
    );
    expect(await answers(token)).toEqual(REFUSED);
  });

  test('is refused with any byte changed', async () => {
    const token = person.session.access_token;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const places = [3, 100, token.indexOf('.') + 5, token.lastIndexOf('.') + 5, token.length - 1];
    for (const place of places) {
      for (const step of [1, 2, 3, 16]) {
        const letter = letters[(letters.indexOf(token[place] ?? '') + step) % 64];
        const changed = `${token.slice(0, place)}${letter}${token.slice(place + 1)}`;
        expect(await answers(changed), `letter ${place}`).toEqual(REFUSED);
      }
    }
  });

  test('is refused without a signature', async () => {
    const body = `${encode({ ...header, alg: 'none' })}.${encode(claims)}`;
    expect(await answers(`${body}.`)).toEqual(REFUSED);
    expect(await answers(body)).toEqual(REFUSED);
  });

  test('is refused when signed with the public key as if it were a secret', async () => {
    const jwks = await call(world, '/.well-known/jwks.json');
    const [jwk] = jwks.body.keys as [Record<string, unknown>];
    for (const secret of [JSON.stringify(jwk), String(jwk.x), world.context.config.anonKey]) {
      const body = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
      const signature = createHmac('sha256', secret).update(body).digest('base64url');
      expect(await answers(`${body}.${signature}`)).toEqual(REFUSED);
    }
  });

  test('is refused when it brings its own key', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    for (const extra of [
      { jwk },
      { jku: 'https://evil.example/jwks' },
      { x5u: 'https://evil.example' },
    ]) {
      const protectedHeader = { ...header, alg: 'ES256', ...extra };
      const token = await new SignJWT(claims).setProtectedHeader(protectedHeader).sign(privateKey);
      expect(await answers(token)).toEqual(REFUSED);
    }
  });

  test('is refused when made by another algorithm', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const token = await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: 'RS256' })
      .sign(privateKey);
    expect(await answers(token)).toEqual(REFUSED);
  });

  test('of a session or a person that is gone says so', async () => {
    const ended = await signed({ session_id: randomUUID() });
    expect(await answers(ended)).toEqual({ ...REFUSED, auth: '403 session_not_found' });
    const gone = await signed({ sub: randomUUID() });
    expect(await answers(gone)).toEqual({ ...REFUSED, auth: '403 user_not_found' });
  });

  test('of a suspended person is refused at once', async () => {
    const { session, user } = await signedInPerson(world);
    const ban = world.context.db.updateTable('users').set({ banned_until: new Date('2999-01-01') });
    await ban.where('id', '=', user.id).execute();
    expect(await answers(session.access_token)).toEqual({
      auth: '403 user_banned',
      api: 403,
      read: 403,
      file: 403,
      live: 403,
    });
  });

  test('carries what the client reads, and is never the same twice', async () => {
    expect(claims).toMatchObject({
      sub: person.user.id,
      email: person.email,
      phone: '',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    expect(Number(claims.iat)).toBeLessThanOrEqual(now());
    expect(claims.jti).toBeTruthy();
  });
});

test('an access token says when in whole seconds that have passed', async () => {
  const second = 1_700_000_000;
  vi.useFakeTimers({ toFake: ['Date'], now: second * 1000 + 999 });
  const { user } = person.session;
  const at = new Date();
  const { token, expires_at } = await signAccessToken(world.context.config, {
    user: { ...user, role: '', email: '', phone: '' },
    session: {
      id: randomUUID(),
      method: 'password',
      created_at: at,
      second_method: 'totp',
      second_factor_at: at,
    },
  });
  const { iat, exp, amr } = decode(token.split('.')[1]);
  expect({ iat, exp, expires_at }).toEqual({
    iat: second,
    exp: second + 3600,
    expires_at: second + 3600,
  });
  expect(amr).toEqual([
    { method: 'totp', timestamp: second },
    { method: 'password', timestamp: second },
  ]);
});

describe('when one key follows another', () => {
  let after: World;
  beforeAll(async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwtKey = await exportJWK(privateKey);
    // Another server on the same accounts, which signs with the new key.
    after = await listeningWorld({ jwtKey, jwtKeyOld: world.context.config.jwtKey });
  });
  afterAll(() => after.close());

  test('tokens of the old one are read, new ones are signed by the new one', async () => {
    const old = await verifyAccessToken(after.context.config, person.session.access_token);
    expect(old).toMatchObject({ user_id: person.user.id });
    const { session } = await signedInPerson(after);
    expect(decode(session.access_token.split('.')[0]).kid).not.toBe(header.kid);
    expect((await call(after, '/user', { token: session.access_token })).status).toBe(200);
    // Whoever does not know the new key yet, or the old one any more, refuses.
    const { config } = after.context;
    await expect(
      verifyAccessToken(world.context.config, session.access_token),
    ).rejects.toBeInstanceOf(InvalidAccessToken);
    await expect(
      verifyAccessToken({ ...config, jwtKeyOld: null }, person.session.access_token),
    ).rejects.toBeInstanceOf(InvalidAccessToken);
  });

  test('both are published, and clients check either by itself', async () => {
    const { body } = await call(after, '/.well-known/jwks.json');
    const kids = (body.keys as { kid: string; d?: string }[]).map(({ kid }) => kid);
    expect(kids).toHaveLength(2);
    expect(kids).toContain(header.kid);
    expect(JSON.stringify(body)).not.toContain('"d"');
    const { data } = await browser(after).getClaims(person.session.access_token);
    expect(data?.claims.sub).toBe(person.user.id);
  });

  test('the secrets of authenticator apps and the links in old mails stay good', () => {
    const { config: before } = world.context;
    const place = { purpose: 'factors', id: 'factor' } as const;
    const sealed = seal(before, place, 'SECRET');
    expect(unseal(after.context.config, place, sealed)).toBe('SECRET');
    const subscription = { personId: person.user.id, choice: 'reminder' } as const;
    const link = new URL(unsubscribeUrl(before, subscription)).pathname.split('/').at(-1) ?? '';
    expect(subscriptionOf(after.context.config, link)).toEqual(subscription);
    const alone = { ...after.context.config, jwtKeyOld: null };
    expect(unseal(alone, place, sealed)).toBeNull();
    expect(subscriptionOf(alone, link)).toBeNull();
  });
});

test('the published keys are public', async () => {
  const { body, headers } = await call(world, '/.well-known/jwks.json');
  const [key] = body.keys as [Record<string, unknown>];
  expect(Object.keys(key).sort()).toEqual(
    ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].sort(),
  );
  expect(key.kid).toBe(header.kid);
  expect(headers.get('cache-control')).toBe('public, max-age=600');
});

test.each([
  ['no header', undefined],
  ['another scheme', 'Basic YTpi'],
  ['an empty token', 'Bearer '],
])('%s is no session', async (_, authorization) => {
  const headers: Record<string, string> = authorization ? { authorization } : {};
  expect(await call(world, '/user', { headers })).toMatchObject({
    status: 401,
    body: { code: 'no_authorization' },
  });
  expect((await fetch(`${world.url}/api/me`, { headers })).status).toBe(401);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  call,
  createCustomer,
  listeningWorld,
  newAddress,
  PASSWORD,
  signedInPerson,
} from '../testing/accounts.ts';
import { untilWaiting } from '../testing/lock-waits.ts';
import type { World } from '../testing/world.ts';
import { hashPassword } from './people.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const signIn = (email: string, password: string) =>
  call(world, '/token?grant_type=password', {
    body: { email, password, gotrue_meta_security: {} },
  });

test('the right password opens a session that the client accepts', async () => {
  const { client, session, email } = await signedInPerson(world);
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(session.user).toMatchObject({ email, role: 'authenticated' });
  expect(session.user.last_sign_in_at).toBeTruthy();
  const { data } = await client.getUser();
  expect(data.user?.id).toBe(session.user.id);
  const claims = await client.getClaims();
  expect(claims.data?.claims).toMatchObject({
    sub: session.user.id,
    iss: 'http://localhost:3000/auth/v1',
    aud: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
});

test('the address may be typed in capitals and with spaces around it', async () => {
  const email = newAddress();
  await createCustomer(world, email);
  expect((await signIn(`  ${email.toUpperCase()} `, PASSWORD)).status).toBe(200);
});

test('the address may have 255 characters, as many as an account can have', async () => {
  const email = newAddress().padStart(255, 'a');
  await createCustomer(world, email);
  expect((await signIn(email, PASSWORD)).status).toBe(200);
});

test('unknown address, wrong password and no password get the same answer', async () => {
  const known = newAddress();
  const without = newAddress();
  await createCustomer(world, known);
  const id = await createCustomer(world, without);
  const remove = world.context.db.updateTable('users').set({ password_hash: null });
  await remove.where('id', '=', id).execute();
  const answers = await Promise.all(
    [known, without, newAddress(), 'not an address', '\0', '\ud800'].map((email) =>
      signIn(email, 'wrong'),
    ),
  );
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    });
  }
});

test('a password counts whole, exactly as typed', async () => {
  const start = 'ä'.repeat(36);
  const email = newAddress();
  const password = ` ${start} 🦊 one `;
  const { error } = await browser(world).signUp({ email, password });
  expect(error).toBeNull();
  const confirmed = world.context.db.updateTable('users').set({ email_confirmed_at: new Date() });
  await confirmed.where('email', '=', email).execute();
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, ` ${start} 🦊 two `)).status).toBe(400);
  expect((await signIn(email, password.trim())).status).toBe(400);
});

test('a suspended account is told so, after the right password only', async () => {
  const email = newAddress();
  const id = await createCustomer(world, email);
  const ban = world.context.db.updateTable('users').set({ banned_until: new Date('2999-01-01') });
  await ban.where('id', '=', id).execute();
  expect(await signIn(email, PASSWORD)).toMatchObject({
    status: 400,
    body: { code: 'user_banned' },
  });
  expect(await signIn(email, 'wrong')).toMatchObject({ body: { code: 'invalid_credentials' } });
});

test.each([
  ['nothing', '/token?grant_type=password', {}, 400, 'validation_failed'],
  [
    'a phone',
    '/token?grant_type=password',
    { phone: '1', password: 'x' },
    422,
    'phone_provider_disabled',
  ],
  ['an unknown grant', '/token?grant_type=magic', {}, 400, 'invalid_credentials'],
  ['no grant', '/token', {}, 400, 'invalid_credentials'],
  ['two grants', '/token?grant_type=password&grant_type=pkce', {}, 400, 'validation_failed'],
])('refuses %s', async (_, path, body, status, code) => {
  expect(await call(world, path, { body })).toMatchObject({ status, body: { code } });
});

test('passwords are kept as argon2id hashes', async () => {
  const { user } = await signedInPerson(world);
  const row = await world.context.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

describe('while a sign-in is checked', () => {
  test('a password that is changed meanwhile opens nothing', async () => {
    const email = newAddress();
    const id = await createCustomer(world, email);
    const password_hash = await hashPassword('blaue Wiese 8');
    const { tried } = await world.context.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
      const tried = signIn(email, PASSWORD);
      await untilWaiting(world, 1);
      return { tried };
    });
    expect(await tried).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    const sessions = world.context.db.selectFrom('sessions').select('id');
    expect(await sessions.where('user_id', '=', id).execute()).toEqual([]);
  });

  test('an account that is deleted or suspended meanwhile opens nothing', async () => {
    const [gone, banned] = [newAddress(), newAddress()];
    const goneId = await createCustomer(world, gone);
    const bannedId = await createCustomer(world, banned);
    const banned_until = new Date('9999-12-31T00:00:00Z');
    const { tried } = await world.context.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('users').where('id', '=', goneId).execute();
      await tx.updateTable('users').set({ banned_until }).where('id', '=', bannedId).execute();
      const tried = [signIn(gone, PASSWORD), signIn(banned, PASSWORD)];
      await untilWaiting(world, 2);
      return { tried };
    });
    expect(await Promise.all(tried)).toMatchObject([
      { status: 400, body: { code: 'invalid_credentials' } },
      { status: 400, body: { code: 'user_banned' } },
    ]);
  });
});

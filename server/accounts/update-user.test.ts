import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../database/database.ts';
import {
  browser,
  call,
  codeTo,
  linkTo,
  listeningWorld,
  mailTo,
  open,
  PASSWORD,
  signedInPerson,
} from '../testing/accounts.ts';
import { untilWaiting } from '../testing/lock-waits.ts';
import type { World } from '../testing/world.ts';

const NEW = 'blaue Wiese 8';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

/** As if they had signed in half an hour ago. */
async function longAgo(userId: string) {
  const past = new Date(Date.now() - 30 * 60_000);
  const sessions = world.context.db.updateTable('sessions').set({ created_at: past });
  await sessions.where('user_id', '=', userId).execute();
}

/** Does the work while nobody else can change the account. */
function whileLocked<Result>(userId: string, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return world.context.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    return work(tx);
  });
}

const put = (token: string, body: unknown) => call(world, '/user', { method: 'PUT', token, body });

describe('changing the password', () => {
  test('right after signing in works, signs out other devices and tells the owner', async () => {
    const { client, session, email } = await signedInPerson(world);
    const other = browser(world);
    await other.signInWithPassword({ email, password: PASSWORD });
    const { error } = await client.updateUser({ password: NEW });
    expect(error).toBeNull();
    expect((await client.getUser(session.access_token)).error).toBeNull();
    expect((await other.getUser()).error?.message).toBe('Auth session missing!');
    expect((await other.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await other.signInWithPassword({ email, password: NEW })).error).toBeNull();
    expect(await mailTo(world, email)).toMatchObject({ kind: 'password_changed' });
  });

  test('later asks for the current password', async () => {
    const { session, user } = await signedInPerson(world);
    await longAgo(user.id);
    const token = session.access_token;
    expect(await put(token, { password: NEW })).toMatchObject({
      status: 400,
      body: { code: 'current_password_required' },
    });
    expect(await put(token, { password: NEW, current_password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'current_password_invalid' },
    });
    expect(await put(token, { password: NEW, current_password: PASSWORD })).toMatchObject({
      status: 200,
    });
  });

  test('changes nothing for a session that is ended meanwhile', async () => {
    const { email, session, user } = await signedInPerson(world);
    const { changing } = await whileLocked(user.id, async (tx) => {
      const changing = put(session.access_token, { password: NEW, data: { first_name: 'Eve' } });
      await untilWaiting(world, 1);
      await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      return { changing };
    });
    expect(await changing).toMatchObject({ status: 403, body: { code: 'session_not_found' } });
    const again = await browser(world).signInWithPassword({ email, password: PASSWORD });
    expect(again.error).toBeNull();
    expect(again.data.user?.user_metadata).toEqual({});
  });

  test('also works with a code from the mail, once', async () => {
    const { client, session, user, email } = await signedInPerson(world);
    await longAgo(user.id);
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = await codeTo(world, email);
    expect(nonce).toMatch(/^\d{6}$/);
    expect((await client.updateUser({ password: NEW, nonce })).error).toBeNull();
    const again = await put(session.access_token, { password: 'gelbe Wiese 9', nonce });
    expect(again).toMatchObject({ status: 422, body: { code: 'reauthentication_not_valid' } });
  });

  test('a mailed code is not used up by another that was mailed for another deed', async () => {
    const { client, user, email } = await signedInPerson(world);
    await longAgo(user.id);
    await client.reauthenticate();
    const nonce = await codeTo(world, email);
    await browser(world).resetPasswordForEmail(email);
    const token = await codeTo(world, email);
    const verified = await browser(world).verifyOtp({ type: 'recovery', email, token });
    expect(verified.error).toBeNull();
    expect((await client.updateUser({ password: NEW, nonce })).error).toBeNull();
  });

  test('a mailed code is void after five wrong tries', async () => {
    const { client, session, user, email } = await signedInPerson(world);
    await longAgo(user.id);
    await client.reauthenticate();
    const nonce = await codeTo(world, email);
    const wrong = nonce === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++)
      await put(session.access_token, { password: NEW, nonce: wrong });
    expect(await put(session.access_token, { password: NEW, nonce })).toMatchObject({
      status: 422,
    });
  });

  test('a mailed code is void after ten minutes', async () => {
    const { client, session, user, email } = await signedInPerson(world);
    await longAgo(user.id);
    await client.reauthenticate();
    const nonce = await codeTo(world, email);
    const codes = world.context.db.updateTable('mail_tokens').set({ code_expires_at: new Date() });
    await codes.where('user_id', '=', user.id).execute();
    expect(await put(session.access_token, { password: NEW, nonce })).toMatchObject({
      status: 422,
    });
  });

  test.each([
    ['the same again', PASSWORD, 422, 'same_password'],
    ['a short one', '12345', 422, 'weak_password'],
    ['a common one', 'Password1', 422, 'weak_password'],
    ['a repeated one', 'abcabc', 422, 'weak_password'],
    ['one with our name', 'Unblock2026!', 422, 'weak_password'],
    ['a very long one', 'x'.repeat(1025), 400, 'validation_failed'],
  ])('refuses %s', async (_, password, status, code) => {
    const { session } = await signedInPerson(world);
    expect(await put(session.access_token, { password })).toMatchObject({ status, body: { code } });
  });

  test('the client hears why a password is weak', async () => {
    const { client } = await signedInPerson(world);
    const { error } = await client.updateUser({ password: 'letmein' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
  });

  test('makes links that were mailed before worthless', async () => {
    const { client, email } = await signedInPerson(world);
    await browser(world).resetPasswordForEmail(email);
    const link = await linkTo(world, email);
    await client.updateUser({ password: NEW });
    const { target } = await open(world, link);
    expect(target.hash).toContain('otp_expired');
  });

  test('twice at once leaves one of the two, and never an error of ours', async () => {
    const { session } = await signedInPerson(world);
    const answers = await Promise.all(
      [NEW, 'gelbe Wiese 9'].map((password) => put(session.access_token, { password })),
    );
    // The second is refused if it began before the first was done.
    expect([
      [200, 200],
      [200, 409],
    ]).toContainEqual(answers.map(({ status }) => status).sort());
  });
});

describe('changing anything else', () => {
  test('data is merged key by key, and null removes one', async () => {
    const { client } = await signedInPerson(world);
    await client.updateUser({ data: { first_name: 'Ana', theme: 'dark' } });
    const { data } = await client.updateUser({ data: { theme: null, language: 'en' } });
    expect(data.user?.user_metadata).toEqual({ first_name: 'Ana', language: 'en' });
  });

  test('roles and everything that is not ours to take are ignored', async () => {
    const { session, user } = await signedInPerson(world);
    const answer = await put(session.access_token, {
      app_metadata: { role: 'admin' },
      role: 'service_role',
      id: 'x',
      data: { user_type: 'moderator' },
      email_confirmed_at: null,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: user.id, role: 'authenticated', app_metadata: { provider: 'email' } },
    });
    const profile = await fetch(`${world.url}/api/me`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(await profile.json()).toMatchObject({ user_type: 'customer' });
  });

  test('the address stays, whoever has the other one', async () => {
    const other = await signedInPerson(world);
    const { session, email } = await signedInPerson(world);
    for (const wanted of [other.email, 'free@example.com']) {
      expect(await put(session.access_token, { email: wanted })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
    expect((await put(session.access_token, { email })).status).toBe(200);
  });

  test('where no provider is set up, identities are neither connected nor removed', async () => {
    const { client, user } = await signedInPerson(world);
    const disabled = { status: 404, code: 'manual_linking_disabled' };
    const { error: refused } = await client.linkIdentity({ provider: 'google' });
    expect(refused).toMatchObject({ ...disabled, message: 'Manual linking is disabled' });
    const identity = user.identities?.[0];
    expect(identity).toMatchObject({ provider: 'email', user_id: user.id });
    if (!identity) throw new Error('no identity');
    for (const identity_id of [identity.identity_id, randomUUID(), 'google']) {
      const { error } = await client.unlinkIdentity({ ...identity, identity_id });
      expect(error, identity_id).toMatchObject(disabled);
    }
  });
});

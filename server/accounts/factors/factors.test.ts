import { decodeJwt, exportJWK, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  browser,
  call,
  createCustomer,
  linkTo,
  listeningWorld,
  mailTo,
  newAddress,
  open,
  PASSWORD,
  signedInPerson,
} from '../../testing/accounts.ts';
import { addApp, api, codeOf, got, personWithApp, signIn } from '../../testing/factors.ts';
import type { World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

async function tokenOf(client: ReturnType<typeof browser>): Promise<string> {
  return got(await client.getSession()).session?.access_token ?? '';
}

/** As if the last proof of who is there were some time ago. */
async function waitMinutes(email: string, minutes: number): Promise<void> {
  await sql`update sessions set
      created_at = created_at - make_interval(mins => ${minutes}),
      second_factor_at = second_factor_at - make_interval(mins => ${minutes}),
      confirmed_at = confirmed_at - make_interval(mins => ${minutes})
    where user_id = (select id from users where email = ${email})`.execute(world.context.db);
}

describe('setting an authenticator app up', () => {
  test('shows a QR code and a secret, and counts once a first code was right', async () => {
    const { client, email } = await signedInPerson(world);
    const { id, type, totp } = got(await client.mfa.enroll({ factorType: 'totp' }));
    expect(type).toBe('totp');
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totp.uri).toContain(`otpauth://totp/Unblock:${encodeURIComponent(email)}?`);
    expect(totp.uri).toContain(`secret=${totp.secret}`);
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/);
    expect(got(await client.mfa.listFactors()).totp).toEqual([]);
    expect(got(await client.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    });

    const code = codeOf(totp.secret);
    const verified = got(await client.mfa.challengeAndVerify({ factorId: id, code }));
    expect(verified.user.factors).toMatchObject([{ id, factor_type: 'totp', status: 'verified' }]);
    expect(decodeJwt(verified.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect(got(await client.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    });
    expect((await mailTo(world, email)).subject).toBe('Two-step sign-in is on');
  });

  test('keeps the secret sealed: the database alone makes no codes', async () => {
    const { factorId, secret } = await personWithApp(world);
    const { rows } = await sql<{ all: string; sealed: Buffer }>`
      select to_jsonb(f)::text as all, sealed_secret as sealed from factors f where id = ${factorId}`.execute(
      world.context.db,
    );
    expect(rows[0]?.all).not.toContain(secret);
    expect(rows[0]?.sealed.toString('latin1')).not.toContain(secret);
    const { rows: others } = await sql<{ sealed: Buffer }>`
      select sealed_secret as sealed from factors where id = ${(await personWithApp(world)).factorId}`.execute(
      world.context.db,
    );
    expect(others[0]?.sealed).not.toEqual(rows[0]?.sealed);
  });

  test('signs out the devices that have shown no code', async () => {
    const { client, email } = await signedInPerson(world);
    const other = await signIn(world, email);
    await addApp(world, client);
    expect(await api(world, other.token)).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
    expect((await api(world, await tokenOf(client))).status).toBe(200);
  });

  test('asks for the password, unless they have just signed in', async () => {
    const { client, email } = await signedInPerson(world);
    await waitMinutes(email, 11);
    const refused = await client.mfa.enroll({ factorType: 'totp' });
    expect(refused.error).toMatchObject({ code: 'reauthentication_needed', status: 400 });
    const token = await tokenOf(client);
    const wrong = await api(world, token, '/api/me/confirm-password', { password: 'not mine' });
    expect(wrong).toMatchObject({ status: 403, body: { errors: [{ path: 'password' }] } });
    expect((await client.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull();
    const right = await api(world, token, '/api/me/confirm-password', { password: PASSWORD });
    expect(right.status).toBe(204);
    got(await client.mfa.enroll({ factorType: 'totp' }));
  });

  test('of a second app needs a code of the first', async () => {
    const { client, email, secret, factorId } = await personWithApp(world);
    const { id } = got(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' }));
    expect(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })).toMatchObject({
      error: { code: 'mfa_factor_name_conflict', status: 422 },
    });
    const other = await signIn(world, email);
    expect(await other.client.mfa.enroll({ factorType: 'totp' })).toMatchObject({
      error: { code: 'insufficient_aal', status: 403 },
    });
    // A code of its own is not enough for one that was begun.
    const { id: challengeId } = got(await other.client.mfa.challenge({ factorId: id }));
    const code = codeOf(secret);
    const verify = await other.client.mfa.verify({ factorId: id, challengeId, code });
    expect(verify.error).not.toBeNull();
    got(await other.client.mfa.challengeAndVerify({ factorId, code }));
    const { factorId: second } = await addApp(world, other.client, 'Phone');
    const { all } = got(await other.client.mfa.listFactors());
    expect(all.map((factor) => factor.id)).toEqual([factorId, second]);
    // The first device has shown a code, too.
    expect((await api(world, await tokenOf(client))).status).toBe(200);
  });

  test('leaves nobody signed in who signs out everywhere', async () => {
    const { client } = await personWithApp(world);
    const token = await tokenOf(client);
    expect((await api(world, token)).status).toBe(200);
    await client.signOut({ scope: 'global' });
    expect((await api(world, token)).status).toBe(401);
  });

  test('is refused for phones and keys, and for more than ten', async () => {
    const { client, session } = await signedInPerson(world);
    const token = session?.access_token ?? '';
    for (const [factor_type, code] of [
      ['phone', 'mfa_phone_enroll_not_enabled'],
      ['webauthn', 'mfa_webauthn_enroll_not_enabled'],
      ['dongle', 'validation_failed'],
      [undefined, 'validation_failed'],
    ]) {
      const answer = await call(world, '/factors', { token, body: { factor_type } });
      expect(answer.body.code).toBe(code);
    }
    for (let count = 0; count < 10; count++) got(await client.mfa.enroll({ factorType: 'totp' }));
    expect(await client.mfa.enroll({ factorType: 'totp' })).toMatchObject({
      error: { code: 'too_many_enrolled_mfa_factors', status: 422 },
    });
  });
});

describe('signing in with an app', () => {
  test('opens nothing with the password alone, everything with the code', async () => {
    const { email, factorId, secret } = await personWithApp(world);
    const { client, token, user } = await signIn(world, email);
    expect(user?.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
    for (const path of ['/api/me', '/api/me/export', '/api/tickets?view=active', '/api/live']) {
      expect(await api(world, token, path), path).toMatchObject({
        status: 403,
        body: { code: 'second_factor_needed' },
      });
    }
    expect(
      (await api(world, token, '/api/me/confirm-password', { password: PASSWORD })).status,
    ).toBe(403);
    expect((await api(world, token, '/api/config')).status).toBe(200);
    const upload = await fetch(`${world.url}/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(upload.status).toBe(403);
    for (const change of [{ password: 'another horse 8' }, { data: { first_name: 'Eve' } }]) {
      expect(await client.updateUser(change)).toMatchObject({
        error: { code: 'insufficient_aal' },
      });
    }
    expect(await client.mfa.unenroll({ factorId })).toMatchObject({
      error: { code: 'insufficient_aal', status: 403 },
    });
    expect(await client.mfa.recoveryCodes.generate()).toMatchObject({
      error: { code: 'insufficient_aal' },
    });

    got(await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }));
    expect((await api(world, await tokenOf(client))).status).toBe(200);
    // A token from before the code stays worth what it was.
    expect((await api(world, token)).status).toBe(403);
  });

  test('stays at its level when the session is renewed', async () => {
    const { client } = await personWithApp(world);
    const before = got(await client.getSession()).session;
    const { session } = got(await client.refreshSession());
    expect(session?.refresh_token).not.toBe(before?.refresh_token);
    expect(decodeJwt(session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    });
    expect((await api(world, session?.access_token ?? '')).status).toBe(200);
  });

  test('takes each code once, whoever shows it and however many at a time', async () => {
    const { email, factorId, secret } = await personWithApp(world);
    const code = codeOf(secret);
    const devices = await Promise.all([
      signIn(world, email),
      signIn(world, email),
      signIn(world, email),
    ]);
    const answers = await Promise.all(
      devices.map(({ client }) => client.mfa.challengeAndVerify({ factorId, code })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const late = await signIn(world, email);
    expect(await late.client.mfa.challengeAndVerify({ factorId, code })).toMatchObject({
      error: { code: 'mfa_verification_failed', status: 422 },
    });
    const older = await late.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret, -1) });
    expect(older.error).not.toBeNull();
    got(await late.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) }));
  });

  test('takes no code of another time, person or form', async () => {
    const { email, factorId } = await personWithApp(world);
    const stranger = await personWithApp(world);
    const { client } = await signIn(world, email);
    for (const code of [codeOf(stranger.secret), '000000', '12345', 'abcdef', '1'.repeat(5000)]) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code });
      expect(error).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
    }
    const empty = await client.mfa.challengeAndVerify({ factorId, code: '' });
    expect(empty.error).toMatchObject({ code: 'validation_failed', status: 400 });
    const foreign = await client.mfa.challenge({ factorId: stranger.factorId });
    expect(foreign.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
    for (const id of ['none', '%00', '00000000-0000-4000-8000-000000000000']) {
      expect((await client.mfa.challenge({ factorId: id })).error).toMatchObject({ status: 404 });
    }
  });

  test('knows a challenge for five minutes, once, in the session that asked', async () => {
    const { email, factorId, secret } = await personWithApp(world);
    const { client } = await signIn(world, email);
    const asked = Math.floor(Date.now() / 1000);
    const challenge = got(await client.mfa.challenge({ factorId }));
    expect(challenge).toMatchObject({ type: 'totp' });
    expect(challenge.expires_at - asked).toBeGreaterThanOrEqual(300);
    const code = codeOf(secret);
    const other = await signIn(world, email);
    const elsewhere = await other.client.mfa.verify({ factorId, challengeId: challenge.id, code });
    expect(elsewhere.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 });
    await sql`update factor_challenges set created_at = now() - interval '301 s'
      where id = ${challenge.id}`.execute(world.context.db);
    const late = await client.mfa.verify({ factorId, challengeId: challenge.id, code });
    expect(late.error).toMatchObject({ code: 'mfa_challenge_expired', status: 422 });
    const { id: challengeId } = got(await client.mfa.challenge({ factorId }));
    got(await client.mfa.verify({ factorId, challengeId, code }));
    const again = await client.mfa.verify({ factorId, challengeId, code: codeOf(secret, 1) });
    expect(again.error).toMatchObject({ code: 'mfa_factor_not_found' });
  });

  test('needs the code also after a reset link', async () => {
    const { email, factorId, secret } = await personWithApp(world);
    const client = browser(world);
    await client.resetPasswordForEmail(email);
    const { target } = await open(world, await linkTo(world, email));
    const tokens = new URLSearchParams(target.hash.slice(1));
    got(
      await client.setSession({
        access_token: tokens.get('access_token') ?? '',
        refresh_token: tokens.get('refresh_token') ?? '',
      }),
    );
    const password = 'a better horse 8';
    expect(await client.updateUser({ password })).toMatchObject({
      error: { code: 'insufficient_aal', status: 401 },
    });
    got(await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }));
    got(await client.updateUser({ password }));
  });

  test('says what to do when the key that sealed the secret is gone', async () => {
    const { email, factorId, secret } = await personWithApp(world);
    await sql`update factors set sealed_secret = set_byte(sealed_secret, 20, get_byte(sealed_secret, 20) # 1)
      where id = ${factorId}`.execute(world.context.db);
    const { client } = await signIn(world, email);
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toMatchObject({ code: 'mfa_verification_failed' });
    expect(error?.message).toContain('backup code');
  });
});

test('a use while one key follows another seals the secret under the new one', async () => {
  const { client, factorId, secret } = await personWithApp(world);
  const { config } = world.context;
  const { jwtKey, jwtKeyOld } = config;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  Object.assign(config, { jwtKey: await exportJWK(privateKey), jwtKeyOld: jwtKey });
  got(await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }));
  config.jwtKeyOld = null;
  got(await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret, 1) }));
  Object.assign(config, { jwtKey, jwtKeyOld });
});

describe('turning it off', () => {
  test('needs the code and a recent proof, and is told by mail', async () => {
    const { client, email, factorId } = await personWithApp(world);
    got(await client.mfa.recoveryCodes.generate());
    await waitMinutes(email, 11);
    expect(await client.mfa.unenroll({ factorId })).toMatchObject({
      error: { code: 'reauthentication_needed' },
    });
    const confirmed = await api(world, await tokenOf(client), '/api/me/confirm-password', {
      password: PASSWORD,
    });
    expect(confirmed.status).toBe(204);
    expect(got(await client.mfa.unenroll({ factorId }))).toEqual({ id: factorId });
    expect((await mailTo(world, email)).subject).toBe('Two-step sign-in is off');
    expect(got(await client.mfa.listFactors()).all).toEqual([]);
    const { session } = got(await client.refreshSession());
    expect(decodeJwt(session?.access_token ?? '')).toMatchObject({ aal: 'aal1' });
    expect((await api(world, (await signIn(world, email)).token)).status).toBe(200);
  });

  test('of one app leaves the other one in force', async () => {
    const { client, email, factorId } = await personWithApp(world);
    const { secret, factorId: second } = await addApp(world, client, 'Tablet');
    got(await client.mfa.unenroll({ factorId }));
    expect((await mailTo(world, email)).subject).toBe('An authenticator app was removed');
    const device = await signIn(world, email);
    expect((await api(world, device.token)).status).toBe(403);
    got(await device.client.mfa.challengeAndVerify({ factorId: second, code: codeOf(secret) }));
  });

  test('is not for others', async () => {
    const { factorId } = await personWithApp(world);
    const stranger = await personWithApp(world);
    expect(await stranger.client.mfa.unenroll({ factorId })).toMatchObject({
      error: { code: 'mfa_factor_not_found', status: 404 },
    });
  });
});

test('a deleted account leaves no factor behind', async () => {
  const email = newAddress();
  const id = await createCustomer(world, email);
  const { client } = await signIn(world, email);
  await addApp(world, client);
  got(await client.mfa.recoveryCodes.generate());
  const response = await fetch(`${world.url}/api/me`, {
    method: 'DELETE',
    headers: {
      authorization: `Bearer ${await tokenOf(client)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: PASSWORD }),
  });
  expect(response.status).toBe(204);
  const { rows } = await sql`select from factors where user_id = ${id}`.execute(world.context.db);
  expect(rows).toEqual([]);
});

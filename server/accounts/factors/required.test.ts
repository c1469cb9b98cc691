import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Profile } from '#domain/profile.ts';
import { readConfig } from '../../config/config.ts';
import {
  browser,
  call,
  listeningWorld,
  mailTo,
  newAddress,
  PASSWORD,
} from '../../testing/accounts.ts';
import { CHILD_ENV } from '../../testing/child-env.ts';
import { ok } from '../../testing/deeds.ts';
import { addApp, codeOf, got } from '../../testing/factors.ts';
import { makeDevice } from '../../testing/passkeys.ts';
import type { World } from '../../testing/world.ts';
import { createUser, hashPassword } from '../people.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await listeningWorld({ moderatorMfa: 'required' });
  folder = mkdtempSync(path.join(tmpdir(), 'unblock-required-'));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

async function moderator() {
  const email = newAddress();
  const password_hash = await hashPassword(PASSWORD);
  await world.context.db.transaction().execute((tx) =>
    createUser(tx, {
      email,
      password_hash,
      user_type: 'moderator',
      confirmed: true,
      first_name: 'Mo',
      last_name: null,
    }),
  );
  return { email, ...(await signIn(email)) };
}

async function signIn(email: string) {
  const client = browser(world);
  got(await client.signInWithPassword({ email, password: PASSWORD }));
  return { client };
}

/** A call of the API in the client's session. */
async function api(client: ReturnType<typeof browser>, url: string) {
  const { session } = got(await client.getSession());
  const answer = await world.app.inject({
    url,
    headers: { authorization: `Bearer ${session?.access_token}` },
  });
  return { status: answer.statusCode, body: answer.json(), headers: {} };
}

describe('a moderator, where a second factor is required', () => {
  test('sees to their own account without one, and to nothing else', async () => {
    const { client } = await moderator();
    const me = ok(await api(client, '/api/me'));
    expect((me as Profile).second_factor_needed).toBe(true);
    for (const url of ['/api/me/sessions', '/api/me/unread', '/api/notifications']) {
      expect((await api(client, url)).status, url).toBe(200);
    }
    for (const url of [
      '/api/moderation/waitlist',
      '/api/moderation/audit',
      '/api/tickets?view=active',
      '/api/messages/search?q=help',
      '/api/files/abcdefghijklmnopqrstuvwxyz012345',
    ]) {
      expect(await api(client, url), url).toMatchObject({
        status: 403,
        body: { code: 'second_factor_needed' },
      });
    }
    await addApp(world, client);
    expect((await api(client, '/api/moderation/waitlist')).status).toBe(200);
    expect(ok(await api(client, '/api/me'))).toMatchObject({ second_factor_needed: false });
  });

  test('is asked to set nothing up once they have signed in with a passkey', async () => {
    const { client } = await moderator();
    const { hostname, origin } = new URL(world.context.config.publicUrl);
    const device = makeDevice({ rpId: hostname, origin });
    const made = got(await client.passkey.startRegistration());
    const added = device.create(made.options.challenge) as never;
    const registration = { challengeId: made.challenge_id, credential: added };
    got(await client.passkey.verifyRegistration(registration));
    const second = browser(world);
    const asked = got(await second.passkey.startAuthentication());
    const credential = device.get(asked.options.challenge) as never;
    const answer = { challengeId: asked.challenge_id, credential };
    got(await second.passkey.verifyAuthentication(answer));
    expect((await api(second, '/api/moderation/audit')).status).toBe(200);
    expect(ok(await api(second, '/api/me'))).toMatchObject({ second_factor_needed: false });
    // The session of the password is still worth no more than that.
    expect((await api(client, '/api/moderation/audit')).status).toBe(403);
    expect(ok(await api(client, '/api/me'))).toMatchObject({ second_factor_needed: true });
  });

  test('needs the code at each sign-in', async () => {
    const { client, email } = await moderator();
    const { factorId, secret } = await addApp(world, client);
    const device = await signIn(email);
    expect(await api(device.client, '/api/moderation/audit')).toMatchObject({
      status: 403,
      body: { code: 'second_factor_needed' },
    });
    got(await device.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }));
    expect((await api(device.client, '/api/moderation/audit')).status).toBe(200);
  });
});

test('for a customer with an app, moderation is not there either, code or no code', async () => {
  const person = await world.person('customer');
  const client = browser(world);
  const password_hash = await hashPassword(PASSWORD);
  const update = world.context.db.updateTable('users').set({ password_hash });
  await update.where('id', '=', person.id).execute();
  got(await client.signInWithPassword({ email: person.email, password: PASSWORD }));
  expect((await api(client, '/api/me')).status).toBe(200);
  const { factorId, secret } = await addApp(world, client);
  expect((await api(client, '/api/moderation/audit')).status).toBe(404);
  const device = await signIn(person.email);
  expect((await api(device.client, '/api/moderation/audit')).status).toBe(404);
  got(await device.client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) }));
  expect((await api(device.client, '/api/moderation/audit')).status).toBe(404);
});

test('production requires it unless told plainly otherwise', async () => {
  const production = {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    PAYMENTS: 'stripe',
    SMTP_URL: 'smtp://mail',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    JWT_KEY: JSON.stringify(world.context.config.jwtKey),
    SERVICE_API_KEY: world.context.config.serviceApiKey,
    FIRST_HOUR_KEY: world.context.config.firstHourKey,
  };
  expect((await readConfig(production)).moderatorMfa).toBe('required');
  const offered = { ...production, MODERATOR_MFA: 'offered' };
  await expect(readConfig(offered)).rejects.toThrow(/MODERATOR_MFA=offered/);
  const meant = await readConfig({ ...offered, ALLOW_IN_PRODUCTION: 'moderators-without-mfa' });
  expect(meant.moderatorMfa).toBe('offered');
});

describe('the way back in', () => {
  const run = (command: string, email: string) =>
    promisify(execFile)(
      process.execPath,
      [path.join(import.meta.dirname, '../../operation', command), email],
      {
        env: {
          ...CHILD_ENV,
          DATA_DIR: folder,
          DATABASE_URL: world.context.pool.options.connectionString,
          JWT_KEY: JSON.stringify(world.context.config.jwtKey),
        },
      },
    );

  test('is the command two-step-off.ts', async () => {
    const { client, email } = await moderator();
    await addApp(world, client);
    got(await client.mfa.recoveryCodes.generate());
    expect((await run('two-step-off.ts', email)).stdout).toContain('was taken off');
    expect((await mailTo(world, email, 'factor_removed')).subject).toBe('Two-step sign-in is off');
    // Sessions are worth what the password alone is, and the app can be set up anew.
    expect((await api(client, '/api/moderation/audit')).status).toBe(403);
    const device = await signIn(email);
    expect(got(await device.client.mfa.listFactors()).all).toEqual([]);
    await addApp(world, device.client);
    expect((await api(device.client, '/api/moderation/audit')).status).toBe(200);
  });

  test('is the command moderator.ts, which takes the password off, too', async () => {
    const { client, email } = await moderator();
    await addApp(world, client);
    got(await client.mfa.recoveryCodes.generate());
    const { stdout } = await run('moderator.ts', email);
    expect(stdout).toContain('Two-step sign-in was taken off');
    expect((await mailTo(world, email, 'factor_removed')).subject).toBe('Two-step sign-in is off');
    const [, token_hash = ''] = /verify\?token=([\w-]+)/.exec(stdout) ?? [];
    const device = browser(world);
    got(await device.verifyOtp({ type: 'recovery', token_hash }));
    got(await device.updateUser({ password: PASSWORD }));
    expect((await api(device, '/api/moderation/audit')).status).toBe(403);
    await addApp(world, device);
    expect((await api(device, '/api/moderation/audit')).status).toBe(200);
  });

  test('says so when there is nothing to take off', async () => {
    const { email } = await moderator();
    await expect(run('two-step-off.ts', email)).rejects.toThrow('has no two-step sign-in');
    await expect(run('two-step-off.ts', 'nobody')).rejects.toThrow('Usage');
  });
});

test('the calls for factors need a session', async () => {
  for (const path of ['/factors', '/factors/recovery-codes', '/factors/recovery-codes/verify']) {
    const answer = await call(world, path, { body: { factor_type: 'totp', code: 'x' } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
  }
});

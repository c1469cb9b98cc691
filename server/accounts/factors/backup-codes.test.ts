import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listeningWorld, mailTo, signedInPerson } from '../../testing/accounts.ts';
import { api, codeOf, got, personWithApp, signIn } from '../../testing/factors.ts';
import type { World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

describe('backup codes', () => {
  test('are ten, known this once, and kept as hashes alone', async () => {
    const { client } = await personWithApp(world);
    expect(await client.mfa.recoveryCodes.getStatus()).toMatchObject({
      error: { code: 'mfa_factor_not_found', status: 404 },
    });
    const made = got(await client.mfa.recoveryCodes.generate());
    expect(made).toMatchObject({ type: 'recovery_code', total: 10 });
    expect(new Set(made.codes).size).toBe(10);
    for (const code of made.codes) expect(code).toMatch(/^[a-hj-km-np-z02-9]{16}$/);
    expect(got(await client.mfa.recoveryCodes.getStatus())).toEqual({
      id: made.id,
      type: 'recovery_code',
      total: 10,
      remaining: 10,
    });
    const { rows } = await sql<{ all: string }>`
      select string_agg(encode(code_hash, 'escape'), ' ') as all from backup_codes`.execute(
      world.context.db,
    );
    for (const code of made.codes) expect(rows[0]?.all).not.toContain(code);
    expect(await client.mfa.recoveryCodes.generate()).toMatchObject({
      error: { code: 'mfa_verified_factor_exists', status: 422 },
    });
  });

  test('each sign in once, in any spelling, and the owner is told', async () => {
    const { client, email } = await personWithApp(world);
    const { codes } = got(await client.mfa.recoveryCodes.generate());
    const [first = '', second = ''] = codes;
    const device = await signIn(world, email);
    const typed = ` ${first.slice(0, 4).toUpperCase()}-${first.slice(4, 8)} ${first.slice(8)} `;
    const session = got(await device.client.mfa.recoveryCodes.verify({ code: typed }));
    expect(decodeJwt(session.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    });
    expect((await api(world, session.access_token)).status).toBe(200);
    expect((await mailTo(world, email)).body_text).toContain('9 codes are left');
    const devices = await Promise.all([signIn(world, email), signIn(world, email)]);
    expect(
      (await devices[0]?.client.mfa.recoveryCodes.verify({ code: first }))?.error,
    ).toMatchObject({ code: 'mfa_verification_failed', status: 422 });
    const answers = await Promise.all(
      devices.map((other) => other.client.mfa.recoveryCodes.verify({ code: second })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(got(await device.client.mfa.recoveryCodes.getStatus()).remaining).toBe(8);
  });

  test('are replaced by a new set, and go with the last app', async () => {
    const { client, email, factorId } = await personWithApp(world);
    const before = got(await client.mfa.recoveryCodes.generate());
    const after = got(await client.mfa.recoveryCodes.regenerate());
    expect(after.id).toBe(before.id);
    const device = await signIn(world, email);
    const [old = ''] = before.codes;
    expect((await device.client.mfa.recoveryCodes.verify({ code: old })).error).not.toBeNull();
    got(await device.client.mfa.recoveryCodes.verify({ code: after.codes[0] ?? '' }));
    got(await device.client.mfa.unenroll({ factorId }));
    expect(got(await device.client.mfa.listFactors()).all).toEqual([]);
  });

  test('can be removed alone, and are nothing without an app', async () => {
    const { client } = await personWithApp(world);
    const { id } = got(await client.mfa.recoveryCodes.generate());
    expect(got(await client.mfa.recoveryCodes.unenroll())).toEqual({ id });
    const none = await signedInPerson(world);
    expect((await none.client.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'insufficient_aal',
    });
    expect((await none.client.mfa.recoveryCodes.verify({ code: 'x' })).error).toMatchObject({
      code: 'mfa_verification_failed',
    });
  });
});

test('wrong codes run out of tries, the owner is warned, and backup codes still work', async () => {
  const limited = await listeningWorld({ rateLimits: true });
  try {
    const { client, email, factorId, secret } = await personWithApp(limited);
    const { codes } = got(await client.mfa.recoveryCodes.generate());
    for (let count = 0; count < 10; count++) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: '000000' });
      expect(error).toMatchObject({ code: 'mfa_verification_failed' });
    }
    for (let count = 0; count < 2; count++) {
      const { error } = await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
      expect(error).toMatchObject({ code: 'over_request_rate_limit', status: 429 });
    }
    const warnings = (await limited.mails()).filter(({ kind }) => kind === 'wrong_codes');
    expect(warnings.map(({ recipient }) => recipient)).toEqual([email]);
    got(await client.mfa.recoveryCodes.verify({ code: codes[0] ?? '' }));
    for (let count = 0; count < 10; count++) {
      await client.mfa.recoveryCodes.verify({ code: 'wrong' });
    }
    expect(await client.mfa.recoveryCodes.verify({ code: codes[1] ?? '' })).toMatchObject({
      error: { code: 'mfa_recovery_codes_locked', status: 429 },
    });
  } finally {
    await limited.close();
  }
});

test('wrong codes while an app is set up are no sign-in of a stranger', async () => {
  const limited = await listeningWorld({ rateLimits: true });
  try {
    const { client } = await signedInPerson(limited);
    const { id: factorId } = got(await client.mfa.enroll({ factorType: 'totp' }));
    for (let count = 0; count < 11; count++) {
      await client.mfa.challengeAndVerify({ factorId, code: '000000' });
    }
    const { error } = await client.mfa.challengeAndVerify({ factorId, code: '000000' });
    expect(error).toMatchObject({ status: 429 });
    expect((await limited.mails()).filter(({ kind }) => kind === 'wrong_codes')).toEqual([]);
  } finally {
    await limited.close();
  }
});

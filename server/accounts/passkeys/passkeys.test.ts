import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change } from '../../lifecycle/change.ts';
import {
  browser,
  call,
  listeningWorld,
  mailTo,
  PASSWORD,
  signedInPerson,
} from '../../testing/accounts.ts';
import { addApp, api, codeOf, got, personWithApp } from '../../testing/factors.ts';
import { untilWaiting } from '../../testing/lock-waits.ts';
import { makeDevice, type Odd } from '../../testing/passkeys.ts';
import type { World } from '../../testing/world.ts';
import { dropPassword } from '../drop-password.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

type Person = Awaited<ReturnType<typeof signedInPerson>>;

const newDevice = () => {
  const { hostname, origin } = new URL(world.context.config.publicUrl);
  return makeDevice({ rpId: hostname, origin });
};

async function addPasskey({ client }: Pick<Person, 'client'>, device = newDevice(), odd: Odd = {}) {
  const { challenge_id, options } = got(await client.passkey.startRegistration());
  const credential = device.create(options.challenge, odd) as never;
  const added = await client.passkey.verifyRegistration({ challengeId: challenge_id, credential });
  return { device, added };
}

async function personWithPasskey() {
  const person = await signedInPerson(world);
  const { device, added } = await addPasskey(person);
  return { ...person, device, passkeyId: got(added).id };
}

/** The body of a sign-in by a passkey. */
async function signedBy(device: ReturnType<typeof makeDevice>, odd: Odd = {}) {
  const { body } = await call(world, '/passkeys/authentication/options', { body: {} });
  const { challenge } = body.options as { challenge: string };
  return { challenge_id: body.challenge_id, credential: device.get(challenge, odd) };
}

const send = (body: unknown) => call(world, '/passkeys/authentication/verify', { body });

async function signInBy(device: ReturnType<typeof makeDevice>, odd: Odd = {}) {
  return send(await signedBy(device, odd));
}

const REFUSED = { status: 400, body: { code: 'webauthn_verification_failed' } };

async function longAgo({ user }: Person): Promise<void> {
  await sql`update sessions set created_at = created_at - interval '11 minutes'
    where user_id = ${user.id}`.execute(world.context.db);
}

describe('a passkey', () => {
  test('is added with the name of the browser, told by mail, renamed and removed', async () => {
    const person = await signedInPerson(world);
    const { added } = await addPasskey(person);
    const { id, friendly_name } = got(added);
    expect(friendly_name).not.toBe('');
    expect((await mailTo(world, person.email)).subject).toBe('A passkey was added');
    const renamed = await person.client.passkey.update({ passkeyId: id, friendlyName: 'My phone' });
    expect(renamed.data).toMatchObject({ id, friendly_name: 'My phone' });
    expect(got(await person.client.passkey.list())).toMatchObject([{ friendly_name: 'My phone' }]);
    expect((await person.client.passkey.delete({ passkeyId: id })).error).toBeNull();
    expect(got(await person.client.passkey.list())).toEqual([]);
    expect((await mailTo(world, person.email)).subject).toBe('A passkey was removed');
  });

  test('is not added by a session that is ended meanwhile', async () => {
    const { client, user } = await signedInPerson(world);
    const { adding } = await world.context.db.transaction().execute(async (tx) => {
      const { challenge_id, options } = got(await client.passkey.startRegistration());
      await tx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
      const credential = newDevice().create(options.challenge) as never;
      const adding = client.passkey.verifyRegistration({ challengeId: challenge_id, credential });
      await untilWaiting(world, 1);
      await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
      return { adding };
    });
    expect((await adding).error?.message).toBe('Auth session missing!');
    const passkeys = world.context.db.selectFrom('passkeys').select('id');
    expect(await passkeys.where('user_id', '=', user.id).execute()).toEqual([]);
  });

  test('signs in without a password, and is both factors at once', async () => {
    const { device, user } = await personWithPasskey();
    const client = browser(world);
    const { challenge_id, options } = got(await client.passkey.startAuthentication());
    const credential = device.get(options.challenge) as never;
    const answer = await client.passkey.verifyAuthentication({
      challengeId: challenge_id,
      credential,
    });
    const { session } = got(answer);
    expect(session?.user.id).toBe(user.id);
    expect(decodeJwt(session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'passkey' }],
    });
    expect((await api(world, session?.access_token ?? '')).status).toBe(200);
  });

  test('is enough for a person who has an authenticator app, too', async () => {
    const person = await personWithApp(world);
    const { device } = await addPasskey(person);
    const { body } = await signInBy(device);
    expect((await api(world, String(body.access_token))).status).toBe(200);
  });

  test('is in the export of its owner, without its key', async () => {
    const { session, passkeyId } = await personWithPasskey();
    const { body } = await api(world, session.access_token, '/api/me/export');
    expect(body).toMatchObject({ passkeys: [{ id: passkeyId }] });
    expect(JSON.stringify(body)).not.toContain('public_key');
  });

  test('goes with its password when the operator takes that away', async () => {
    const { device, user } = await personWithPasskey();
    await change(world.context, (change) => dropPassword(change, user.id));
    expect(await signInBy(device)).toMatchObject(REFUSED);
  });

  test('of a suspended person signs nobody in', async () => {
    const { device, user } = await personWithPasskey();
    const until = sql<Date>`now() + interval '1 day'`;
    const suspend = world.context.db.updateTable('users').set({ banned_until: until });
    await suspend.where('id', '=', user.id).execute();
    expect(await signInBy(device)).toMatchObject({ status: 400, body: { code: 'user_banned' } });
  });
});

describe('adding a passkey', () => {
  test('needs a recent proof of identity, and so does removing one', async () => {
    const person = await personWithPasskey();
    await longAgo(person);
    const refused = { error: { code: 'reauthentication_needed' } };
    expect(await person.client.passkey.startRegistration()).toMatchObject(refused);
    expect(await person.client.passkey.delete({ passkeyId: person.passkeyId })).toMatchObject(
      refused,
    );
  });

  test('needs the second factor where there is one', async () => {
    const person = await signedInPerson(world);
    const other = browser(world);
    await addApp(world, person.client);
    got(await other.signInWithPassword({ email: person.email, password: 'grüne Wiese 7' }));
    expect(await other.passkey.startRegistration()).toMatchObject({
      error: { code: 'insufficient_aal' },
    });
  });

  test('of a moderator needs the passkey that they have: the password alone adds nothing', async () => {
    const person = await personWithPasskey();
    const promote = world.context.db.updateTable('profiles').set({ user_type: 'moderator' });
    await promote.where('id', '=', person.user.id).execute();
    const refused = { error: { code: 'insufficient_aal' } };
    expect(await person.client.passkey.startRegistration()).toMatchObject(refused);
    expect(await person.client.mfa.enroll({ factorType: 'totp' })).toMatchObject(refused);
  });

  test('of a moderator keeps an app out that was begun before it with the password', async () => {
    const person = await signedInPerson(world);
    const { id: factorId, totp } = got(await person.client.mfa.enroll({ factorType: 'totp' }));
    await addPasskey(person);
    const promote = world.context.db.updateTable('profiles').set({ user_type: 'moderator' });
    await promote.where('id', '=', person.user.id).execute();
    const code = codeOf(totp.secret);
    expect(await person.client.mfa.challengeAndVerify({ factorId, code })).toMatchObject({
      error: { code: 'insufficient_aal' },
    });
  });

  test('that is removed ends what it opened', async () => {
    const { client, email, session, device, passkeyId } = await personWithPasskey();
    const opened = await signInBy(device);
    const token = String(opened.body.access_token);
    const byPassword = await browser(world).signInWithPassword({ email, password: PASSWORD });
    expect((await api(world, token)).status).toBe(200);
    expect((await client.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await api(world, token)).status).toBe(401);
    for (const { access_token } of [session, got(byPassword).session])
      expect((await call(world, '/user', { token: access_token })).status).toBe(200);
  });

  test.each<[string, Odd]>([
    ['another site', { origin: 'https://unblock.example' }],
    ['another host', { rpId: 'unblock.example' }],
    ['a device that looked at nobody', { unverified: true }],
    ['a device with certificates that we would have to look up', { certified: true }],
  ])('from %s is refused', async (_from, odd) => {
    const person = await signedInPerson(world);
    const { added } = await addPasskey(person, newDevice(), odd);
    expect(added.error).toMatchObject({ code: 'webauthn_verification_failed' });
    expect(got(await person.client.passkey.list())).toEqual([]);
  });

  test('with the challenge of another session, or twice with one, is refused', async () => {
    const [person, other] = [await signedInPerson(world), await signedInPerson(world)];
    const { challenge_id: challengeId, options } = got(
      await person.client.passkey.startRegistration(),
    );
    const credential = newDevice().create(options.challenge) as never;
    const gone = { error: { code: 'webauthn_challenge_not_found' } };
    expect(
      await other.client.passkey.verifyRegistration({ challengeId, credential }),
    ).toMatchObject(gone);
    got(await person.client.passkey.verifyRegistration({ challengeId, credential }));
    expect(
      await person.client.passkey.verifyRegistration({ challengeId, credential }),
    ).toMatchObject(gone);
  });

  test('that belongs to another account is refused', async () => {
    const { device } = await personWithPasskey();
    const { added } = await addPasskey(await signedInPerson(world), device);
    expect(added.error).toMatchObject({ code: 'webauthn_credential_exists' });
  });

  test('has an end after ten', async () => {
    const person = await signedInPerson(world);
    const values = Array.from({ length: 10 }, (_, index) => ({
      user_id: person.user.id,
      credential_id: `${person.user.id}-${index}`,
      public_key: Buffer.alloc(1),
      counter: 0,
      friendly_name: `Key ${index}`,
    }));
    await world.context.db.insertInto('passkeys').values(values).execute();
    expect(await person.client.passkey.startRegistration()).toMatchObject({
      error: { code: 'too_many_passkeys' },
    });
  });
});

describe('signing in by a passkey is refused', () => {
  test.each<[string, Odd]>([
    ['from another site', { origin: 'https://unblock.example' }],
    ['for another host', { rpId: 'unblock.example' }],
    ['where the device looked at nobody', { unverified: true }],
    ['where the device says that it is another person’s', { userHandle: 'AAAA' }],
  ])('%s', async (_case, odd) => {
    const { device } = await personWithPasskey();
    expect(await signInBy(device, odd)).toMatchObject(REFUSED);
  });

  test('with a signature of another device, or of a passkey that nobody has', async () => {
    const { device } = await personWithPasskey();
    const body = await signedBy(newDevice());
    expect(await send(body)).toMatchObject(REFUSED);
    const other = await signedBy(newDevice());
    const posing = { ...other.credential, id: device.id, rawId: device.id };
    expect(await send({ ...other, credential: posing })).toMatchObject(REFUSED);
  });

  test('a second time with the same answer, also at the same moment', async () => {
    const { device } = await personWithPasskey();
    const body = await signedBy(device);
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  test('after a try with another answer to the same challenge', async () => {
    const { device } = await personWithPasskey();
    const body = await signedBy(device);
    expect((await send({ ...body, credential: newDevice().get('AAAA') })).status).toBe(400);
    expect(await send(body)).toMatchObject({ body: { code: 'webauthn_challenge_not_found' } });
  });

  test('once five minutes have passed', async () => {
    const { device } = await personWithPasskey();
    const body = await signedBy(device);
    await sql`update passkey_challenges set created_at = created_at - interval '301 seconds'
      where id = ${body.challenge_id}`.execute(world.context.db);
    expect(await send(body)).toMatchObject({ body: { code: 'webauthn_challenge_expired' } });
  });

  test('where the device’s counter goes back: there is a copy of it', async () => {
    const { device } = await personWithPasskey();
    expect((await signInBy(device, { counter: 7 })).status).toBe(200);
    expect(await signInBy(device, { counter: 7 })).toMatchObject(REFUSED);
    expect(await signInBy(device, { counter: 6 })).toMatchObject(REFUSED);
    expect((await signInBy(device, { counter: 8 })).status).toBe(200);
  });

  test('for anything that is no answer of a browser, at once', async () => {
    const { device } = await personWithPasskey();
    const { challenge_id, credential } = await signedBy(device);
    const { response } = credential;
    const bodies: unknown[] = [
      {},
      { challenge_id: 7, credential },
      { challenge_id: 'x', credential: [] },
      { challenge_id, credential: { ...credential, id: 'a'.repeat(2000) } },
      { challenge_id, credential: { ...credential, id: '\0' } },
      { challenge_id, credential: { ...credential, response: null } },
      { challenge_id, credential: { ...credential, response: { ...response, signature: '!' } } },
      {
        challenge_id,
        credential: {
          ...credential,
          response: { ...response, authenticatorData: 'A'.repeat(20_000) },
        },
      },
    ];
    for (const body of bodies) expect((await send(body)).status).toBe(400);
    expect((await send({ challenge_id, credential: 'a'.repeat(1_100_000) })).status).toBe(413);
  });

  test('and a passkey made of nested nothing is refused at once', async () => {
    const person = await signedInPerson(world);
    const { challenge_id, options } = got(await person.client.passkey.startRegistration());
    const made = newDevice().create(options.challenge);
    const nested = Buffer.alloc(12_000, 0x81).toString('base64url');
    const before = performance.now();
    const answer = await call(world, '/passkeys/registration/verify', {
      token: person.session.access_token,
      body: {
        challenge_id,
        credential: { ...made, response: { ...made.response, attestationObject: nested } },
      },
    });
    expect(answer).toMatchObject(REFUSED);
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

test('a passkey proves in place of the password who is there', async () => {
  const person = await personWithPasskey();
  const token = person.session.access_token;
  await longAgo(person);
  const confirm = (body: object) => api(world, token, '/api/me/confirm-passkey', body);
  const { device: others } = await personWithPasskey();
  expect(await confirm(await signedBy(others))).toMatchObject({
    status: 403,
    body: { code: 'wrong_passkey' },
  });
  expect(await person.client.passkey.startRegistration()).toMatchObject({
    error: { code: 'reauthentication_needed' },
  });
  expect((await confirm(await signedBy(person.device))).status).toBe(204);
  got(await person.client.passkey.startRegistration());
});

test('nobody reads, renames or removes another person’s passkey', async () => {
  const { passkeyId, device } = await personWithPasskey();
  const { client } = await signedInPerson(world);
  const refused = { error: { code: 'passkey_not_found', status: 404 } };
  expect(got(await client.passkey.list())).toEqual([]);
  expect(await client.passkey.update({ passkeyId, friendlyName: 'Mine' })).toMatchObject(refused);
  expect(await client.passkey.delete({ passkeyId })).toMatchObject(refused);
  expect((await signInBy(device)).status).toBe(200);
});

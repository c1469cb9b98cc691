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
} from '../testing/accounts.ts';
import { ok } from '../testing/deeds.ts';
import { tokenTo } from '../testing/joining.ts';
import type { Person, World } from '../testing/world.ts';
import { openSession } from './sessions.ts';

const ATTACKERS = 'my own passphrase 1';
const CHOSEN = 'blaue Wiese 8';
const redirectTo = 'http://localhost:3000/auth/callback';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await listeningWorld({ confirmEmail: true });
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

const signUp = (
  email: string,
  { password = PASSWORD, name = 'Ana', flow = 'implicit' as 'implicit' | 'pkce' } = {},
) =>
  browser(world, flow).signUp({
    email,
    password,
    options: { data: { first_name: name, last_name: 'Silva' }, emailRedirectTo: redirectTo },
  });

/** Somebody else signs an address up, and then its owner does. */
async function contested(flow: 'implicit' | 'pkce' = 'implicit'): Promise<string> {
  const email = newAddress();
  await signUp(email, { password: ATTACKERS, name: 'Mallory' });
  await signUp(email, { flow });
  return email;
}

/** Opens the newest link of an address; the client that its session is for. */
async function opened(email: string) {
  const { target } = await open(world, await linkTo(world, email));
  const { access_token = '', refresh_token = '' } = fragmentOf(target);
  const client = browser(world);
  const { error } = await client.setSession({ access_token, refresh_token });
  expect(error).toBeNull();
  return { client, token: access_token, target };
}

const signIn = async (email: string, password: string) => {
  const { error } = await browser(world).signInWithPassword({ email, password });
  return error && { status: error.status, code: error.code, message: error.message };
};

async function expectNoEarlierPassword(email: string): Promise<void> {
  const wrong = await signIn(email, 'nobody has this one');
  expect(wrong?.code).toBe('invalid_credentials');
  for (const password of [ATTACKERS, PASSWORD])
    expect(await signIn(email, password)).toEqual(wrong);
}

async function me(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${world.url}/api/me`, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const rowOf = (email: string) =>
  world.context.db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

describe('an address that was signed up more than once', () => {
  test('belongs to whoever reads its mail: no earlier password opens it', async () => {
    const email = newAddress();
    await signUp(email, { password: ATTACKERS });
    const early = await linkTo(world, email);
    await signUp(email);
    const { client, token } = await opened(email);
    expect(fragmentOf((await open(world, early)).target).error_code).toBe('otp_expired');
    await expectNoEarlierPassword(email);

    expect(await me(token)).toMatchObject({ status: 403, body: { code: 'password_needed' } });
    expect((await client.updateUser({ password: CHOSEN })).error).toBeNull();
    expect(await me(token)).toMatchObject({ status: 200, body: { email } });
    await expectNoEarlierPassword(email);
    expect(await signIn(email, CHOSEN)).toBeNull();
  });

  test('keeps nothing of what was said of its owner', async () => {
    const email = await contested();
    await opened(email);
    expect(await rowOf(email)).toMatchObject({
      user_metadata: {},
      first_name: null,
      last_name: null,
      password_hash: null,
      user_type: 'customer',
    });
  });

  test('is the same address in capitals', async () => {
    const email = newAddress();
    await signUp(email.toUpperCase(), { password: ATTACKERS });
    await signUp(`  ${email}`.trim());
    await opened(email);
    await expectNoEarlierPassword(email);
  });

  test.each(['first', 'last'])('also by a browser of its own, the owner’s %s', async (place) => {
    const email = newAddress();
    const tries = [
      () => signUp(email, { flow: 'pkce' }),
      () => signUp(email, { password: ATTACKERS, flow: 'pkce' }),
    ];
    for (const attempt of place === 'first' ? tries : tries.reverse()) await attempt();
    // Whose browser asked for the mail means nothing any more: whoever reads it gets in.
    const { client, target } = await opened(email);
    expect(target.searchParams.has('code')).toBe(false);
    await expectNoEarlierPassword(email);
    expect((await client.updateUser({ password: CHOSEN })).error).toBeNull();
  });

  test('is confirmed by the six digits, too', async () => {
    const email = await contested();
    const client = browser(world);
    const token = await codeTo(world, email);
    const { data } = await client.verifyOtp({ type: 'signup', email, token });
    expect(await me(data.session?.access_token ?? '')).toMatchObject({ status: 403 });
    await expectNoEarlierPassword(email);
    expect((await client.updateUser({ password: CHOSEN })).error).toBeNull();
  });

  test('is confirmed by a mail that was sent again', async () => {
    const email = await contested();
    const early = await linkTo(world, email);
    await browser(world).resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: redirectTo },
    });
    expect((await mailTo(world, email)).body_text).toContain('more than once');
    await opened(email);
    expect(fragmentOf((await open(world, early)).target).error_code).toBe('otp_expired');
    await expectNoEarlierPassword(email);
  });

  test('is confirmed by a mail to a new password', async () => {
    const email = await contested();
    const early = await linkTo(world, email);
    await browser(world).resetPasswordForEmail(email);
    const { client } = await opened(email);
    expect(fragmentOf((await open(world, early)).target).error_code).toBe('otp_expired');
    await expectNoEarlierPassword(email);
    expect((await client.updateUser({ password: CHOSEN })).error).toBeNull();
    expect(await signIn(email, CHOSEN)).toBeNull();
  });

  test('however many come at once', async () => {
    const email = newAddress();
    const passwords = Array.from({ length: 8 }, (_, i) => `${ATTACKERS}${i}`);
    await Promise.all(passwords.map((password) => signUp(email, { password })));
    await opened(email);
    for (const password of passwords) {
      expect((await signIn(email, password))?.code).toBe('invalid_credentials');
    }
  });

  test('says so in its mail, and who should leave it alone', async () => {
    const email = newAddress();
    await signUp(email);
    expect((await mailTo(world, email)).body_text).not.toContain('more than once');
    await signUp(email);
    expect((await mailTo(world, email)).body_text).toContain('signed up more than once');
  });

  test('ends sessions that were there before', async () => {
    const email = await contested();
    const { id } = await rowOf(email);
    const { config, db } = world.context;
    const early = await db
      .transaction()
      .execute((tx) => openSession({ tx, config }, { user_id: id, method: 'password' }));
    await opened(email);
    const { body } = await call(world, '/user', { token: early.access_token });
    expect(body.code).toBe('session_not_found');
  });

  test('asks for the password until there is one, whatever is renewed or asked for anew', async () => {
    const email = await contested();
    const { client } = await opened(email);
    const renewed = await client.refreshSession();
    expect(await me(renewed.data.session?.access_token ?? '')).toMatchObject({
      body: { code: 'password_needed' },
    });
    await browser(world).resetPasswordForEmail(email);
    const later = await opened(email);
    expect(await me(later.token)).toMatchObject({ body: { code: 'password_needed' } });
    expect((await later.client.updateUser({ password: CHOSEN })).error).toBeNull();
    expect(await me(later.token)).toMatchObject({ status: 200 });
    // The session of the first link ended with the new password, as all others do.
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  test('takes another link where its own was opened too long ago', async () => {
    const email = await contested();
    const { client } = await opened(email);
    const past = { created_at: new Date(Date.now() - 61 * 60_000) };
    const { id } = await rowOf(email);
    await world.context.db.updateTable('sessions').set(past).where('user_id', '=', id).execute();
    const { error } = await client.updateUser({ password: CHOSEN });
    expect(error).toMatchObject({ code: 'current_password_required' });
    expect(error?.message).toContain('Please ask for a new one');
    await browser(world).resetPasswordForEmail(email);
    const later = await opened(email);
    expect((await later.client.updateUser({ password: CHOSEN })).error).toBeNull();
    expect(await signIn(email, CHOSEN)).toBeNull();
  });

  test.each([
    ['before', false],
    ['after', true],
  ])('is joined by an invitation %s it was confirmed', async (_, isConfirmed) => {
    const email = await contested();
    if (isConfirmed) await opened(email);
    const early = isConfirmed ? null : await linkTo(world, email);
    const invitation = { email, role: 'developer' };
    ok(await moderator.call('POST', '/api/moderation/invitations', invitation));
    const path = `/api/invitations/${await tokenTo(world, email)}/accept`;
    const form = { password: CHOSEN, first_name: 'Ada', last_name: 'Byron' };
    expect((await world.call('POST', path, form)).status).toBe(201);
    await expectNoEarlierPassword(email);
    const { data } = await browser(world).signInWithPassword({ email, password: CHOSEN });
    expect(await me(data.session?.access_token ?? '')).toMatchObject({
      status: 200,
      body: { first_name: 'Ada', user_type: 'developer' },
    });
    if (early) expect(fragmentOf((await open(world, early)).target).error_code).toBe('otp_expired');
  });

  test('answers nobody by what it is', async () => {
    const [fresh, waiting, known] = [newAddress(), await contested(), newAddress()];
    await createCustomer(world, known);
    const shapes = [];
    for (const email of [fresh, waiting, known]) {
      const { data } = await signUp(email);
      shapes.push({ members: Object.keys(data.user ?? {}), data: data.user?.user_metadata });
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });

  test('is no way to take the password from somebody who has confirmed', async () => {
    const email = newAddress();
    await signUp(email);
    const { token } = await opened(email);
    await signUp(email, { password: ATTACKERS });
    expect((await mailTo(world, email)).kind).toBe('already_registered');
    expect(await me(token)).toMatchObject({ status: 200 });
    expect(await signIn(email, PASSWORD)).toBeNull();
    expect((await signIn(email, ATTACKERS))?.code).toBe('invalid_credentials');
  });
});

test('who confirms by asking for a new password has none before they choose it', async () => {
  const email = newAddress();
  await signUp(email, { password: ATTACKERS, name: 'Mallory' });
  await browser(world).resetPasswordForEmail(email);
  const { client, token } = await opened(email);
  expect((await signIn(email, ATTACKERS))?.code).toBe('invalid_credentials');
  expect(await rowOf(email)).toMatchObject({ user_metadata: {}, first_name: null });
  expect(await me(token)).toMatchObject({ body: { code: 'password_needed' } });
  expect((await client.updateUser({ password: CHOSEN })).error).toBeNull();
});

test('a reset of an account that is confirmed leaves the password until another is chosen', async () => {
  const email = newAddress();
  await createCustomer(world, email);
  await browser(world).resetPasswordForEmail(email);
  const { token } = await opened(email);
  expect(await me(token)).toMatchObject({ status: 200 });
  expect(await signIn(email, PASSWORD)).toBeNull();
});

describe('with limits', () => {
  let limited: World;
  beforeAll(async () => {
    limited = await listeningWorld({ confirmEmail: true, rateLimits: true });
  });
  afterAll(() => limited.close());

  const attempt = (email: string, password: string) =>
    call(limited, '/signup', { body: { email, password } });

  async function confirmed(email: string) {
    const { target } = await open(limited, await linkTo(limited, email));
    return fragmentOf(target).access_token ?? '';
  }

  async function expectNoWayIn(email: string, passwords: string[]) {
    for (const password of passwords) {
      const answer = await call(limited, '/token?grant_type=password', {
        body: { email, password },
      });
      expect(answer.body.code).toBe('invalid_credentials');
    }
  }

  test('a sign-up that comes within the minute counts, though it sends no mail', async () => {
    const email = newAddress();
    expect((await attempt(email, ATTACKERS)).status).toBe(200);
    expect((await attempt(email, PASSWORD)).body.code).toBe('over_email_send_rate_limit');
    // The owner finds one mail, takes it for theirs, and is right.
    const token = await confirmed(email);
    await expectNoWayIn(email, [ATTACKERS, PASSWORD]);
    const chosen = await call(limited, '/user', {
      method: 'PUT',
      token,
      body: { password: CHOSEN },
    });
    expect(chosen.status).toBe(200);
  });

  test('so do those that come at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newAddress();
      const answers = await Promise.all([attempt(email, ATTACKERS), attempt(email, PASSWORD)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
      await confirmed(email);
      await expectNoWayIn(email, [ATTACKERS, PASSWORD]);
    }
  });
});

describe('without confirmation by mail', () => {
  let atOnce: World;
  beforeAll(async () => {
    atOnce = await listeningWorld({ confirmEmail: false });
  });
  afterAll(() => atOnce.close());

  test('an address that was signed up more than once is opened by no password', async () => {
    const email = newAddress();
    const id = await createCustomer(atOnce, email);
    const waiting = { email_confirmed_at: null, owes_password: true };
    await atOnce.context.db.updateTable('users').set(waiting).where('id', '=', id).execute();
    const { error } = await browser(atOnce).signUp({ email, password: PASSWORD });
    expect(error?.code).toBe('user_already_exists');
  });
});

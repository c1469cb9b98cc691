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
import type { World } from '../testing/world.ts';

describe('signing up with confirmation by mail', () => {
  let world: World;
  beforeAll(async () => {
    world = await listeningWorld({ confirmEmail: true });
  });
  afterAll(() => world.close());

  const signUp = (email: string, data: Record<string, unknown> = {}, password = PASSWORD) =>
    browser(world).signUp({
      email,
      password,
      options: { data: data as object, emailRedirectTo: 'http://localhost:3000/auth/callback' },
    });

  test('makes an unconfirmed customer with a profile, and gives no session', async () => {
    const email = newAddress();
    const { data, error } = await signUp(email.toUpperCase(), {
      user_type: 'moderator',
      first_name: '  Ana\r\nMaria ',
      last_name: 'x'.repeat(300),
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, aud: 'authenticated', is_anonymous: false });
    expect(data.user?.confirmation_sent_at).toBeTruthy();
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const profile = await world.context.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', data.user?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      user_type: 'customer',
      first_name: 'Ana Maria',
      last_name: 'x'.repeat(100),
    });
  });

  test('makes no name that nobody can see, or that turns round what is written after it', async () => {
    const named = { first_name: '\u200b\u200b\u3164', last_name: '\u202eanA' };
    const { data } = await signUp(newAddress(), named);
    const profile = await world.context.db
      .selectFrom('profiles')
      .select(['first_name', 'last_name'])
      .where('id', '=', data.user?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(profile).toEqual({ first_name: null, last_name: 'anA' });
  });

  test('mails a link that confirms the address and signs in, once', async () => {
    const email = newAddress();
    await signUp(email);
    expect(await mailTo(world, email)).toMatchObject({ kind: 'confirm_email' });
    const link = await linkTo(world, email);
    expect(link.origin).toBe('http://localhost:3000');
    const { status, target } = await open(world, link);
    expect(status).toBe(303);
    expect(target.origin + target.pathname).toBe('http://localhost:3000/auth/callback');
    const {
      access_token = '',
      refresh_token = '',
      type,
      expires_in,
      token_type,
    } = fragmentOf(target);
    expect({ type, expires_in, token_type }).toEqual({
      type: 'signup',
      expires_in: '3600',
      token_type: 'bearer',
    });
    const client = browser(world);
    const { data } = await client.setSession({ access_token, refresh_token });
    expect(data.user?.email_confirmed_at).toBeTruthy();

    const again = await open(world, link);
    expect(fragmentOf(again.target)).toMatchObject({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });

  test('does not let anybody in before the address is confirmed', async () => {
    const email = newAddress();
    await signUp(email);
    const client = browser(world);
    const right = await client.signInWithPassword({ email, password: PASSWORD });
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const wrong = await client.signInWithPassword({ email, password: 'something else' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  });

  test('answers alike for new, waiting and confirmed addresses', async () => {
    const email = newAddress();
    const known = newAddress();
    const id = await createCustomer(world, known);
    const data = { first_name: 'Ana' };
    const answers = [
      await signUp(email, data),
      await signUp(email, data),
      await signUp(known, data),
    ];
    const shapes = answers.map(({ data: { user } }) => ({
      members: Object.keys(user ?? {}),
      metadata: user?.user_metadata,
      identities: user?.identities?.map((identity) => Object.keys(identity)),
    }));
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
    expect(answers[2]?.data.user?.id).not.toBe(id);
    expect(await mailTo(world, known)).toMatchObject({ kind: 'already_registered' });
    const stored = await world.context.db
      .selectFrom('users')
      .select(['user_metadata', 'id'])
      .where('email', '=', known)
      .execute();
    expect(stored).toEqual([{ id, user_metadata: {} }]);
  });

  test('of many sign-ups with one address at once, one makes the account', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email)));
    expect(answers.map(({ error }) => error)).toEqual(Array(8).fill(null));
    const accounts = world.context.db.selectFrom('users').where('email', '=', email);
    expect(await accounts.select('id').execute()).toHaveLength(1);
  });

  test.each([
    ['nobody', {}, 422, 'anonymous_provider_disabled'],
    ['a phone', { phone: '123', password: PASSWORD }, 400, 'phone_provider_disabled'],
    ['no password', { email: 'a@b.de' }, 400, 'validation_failed'],
    [
      'a short password before a bad address',
      { email: 'no', password: '12345' },
      422,
      'weak_password',
    ],
    [
      'a bad address before a common password',
      { email: 'no', password: 'password' },
      400,
      'validation_failed',
    ],
    ['a common password', { email: 'a@b.de', password: 'Password1' }, 422, 'weak_password'],
    ['an easy sequence', { email: 'a@b.de', password: 'aaaaaa1' }, 422, 'weak_password'],
    [
      'an address with 256 letters',
      { email: `${'a'.repeat(251)}@b.de`, password: PASSWORD },
      400,
      'validation_failed',
    ],
    [
      'half a challenge',
      { email: 'a@b.de', password: PASSWORD, code_challenge: 'x' },
      400,
      'validation_failed',
    ],
    ['a list as data', { email: 'a@b.de', password: PASSWORD, data: [] }, 400, 'validation_failed'],
    ['a number as password', { email: 'a@b.de', password: 123456 }, 400, 'validation_failed'],
    [
      'very much data',
      { email: 'a@b.de', password: PASSWORD, data: { x: 'y'.repeat(5000) } },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await call(world, '/signup', { body });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('stores data without what a database cannot hold', async () => {
    const email = newAddress();
    const { data } = await signUp(email, { note: 'a\u0000b\ud800' });
    expect(data.user?.user_metadata).toEqual({ note: 'ab\ufffd' });
  });
});

describe('signing up without confirmation', () => {
  let world: World;
  beforeAll(async () => {
    world = await listeningWorld({ confirmEmail: false });
  });
  afterAll(() => world.close());

  test('signs in at once', async () => {
    const email = newAddress();
    const client = browser(world, 'pkce');
    const { data, error } = await client.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    expect(data.session?.user.email_confirmed_at).toBeTruthy();
    expect((await client.getUser()).data.user?.email).toBe(email);
  });

  test('tells who has an account, and never opens it without its password', async () => {
    const email = newAddress();
    await createCustomer(world, email);
    const { data, error } = await browser(world).signUp({ email, password: PASSWORD });
    expect(data.session).toBeNull();
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
  });

  test('confirms a waiting account for its own password only', async () => {
    const email = newAddress();
    const id = await createCustomer(world, email);
    const waiting = world.context.db.updateTable('users').set({ email_confirmed_at: null });
    await waiting.where('id', '=', id).execute();
    const other = await browser(world).signUp({ email, password: 'another passphrase' });
    expect(other.error?.code).toBe('user_already_exists');
    const own = await browser(world).signUp({ email, password: PASSWORD });
    expect(own.data.session?.user.id).toBe(id);
  });
});

describe('a confirmation', () => {
  let world: World;
  beforeAll(async () => {
    world = await listeningWorld({ confirmEmail: true });
  });
  afterAll(() => world.close());

  /** A sign-up by mail: its address, the id it was answered with, and the link it sent. */
  async function signedUp() {
    const email = newAddress();
    const client = browser(world);
    const { data } = await client.signUp({ email, password: PASSWORD });
    return { email, client, id: data.user?.id ?? '', link: await linkTo(world, email) };
  }

  async function isConfirmed(id: string): Promise<unknown> {
    const response = await fetch(`${world.url}/api/confirmations/${id}`);
    return response.json();
  }

  const endOf = async (link: URL) => fragmentOf((await open(world, link)).target).ended;

  test('can be waited for on another device, by the id that the sign-up was answered with', async () => {
    const { id, link } = await signedUp();
    expect(await isConfirmed(id)).toEqual({ confirmed: false });
    await open(world, link);
    expect(await isConfirmed(id)).toEqual({ confirmed: true });
  });

  test('tells nothing of an address that has an account: the id of a second sign-up is nobody’s', async () => {
    const { email, link } = await signedUp();
    await open(world, link);
    const again = await browser(world).signUp({ email, password: PASSWORD });
    expect(await isConfirmed(again.data.user?.id ?? '')).toEqual({ confirmed: false });
  });

  test('that is opened again, or after the code was typed, says that the address is confirmed', async () => {
    const { link } = await signedUp();
    await open(world, link);
    expect(await endOf(link)).toBe('confirmed');
    const other = await signedUp();
    const token = await codeTo(world, other.email);
    await browser(world).verifyOtp({ type: 'signup', email: other.email, token });
    expect(await endOf(other.link)).toBe('confirmed');
  });

  test('of an older mail says that there is a newer one, until the address is confirmed', async () => {
    const { email, client, link } = await signedUp();
    await client.resend({ type: 'signup', email });
    expect(await endOf(link)).toBe('replaced');
    await open(world, await linkTo(world, email));
    expect(await endOf(link)).toBe('confirmed');
  });

  test('that was never sent says no more than that it is not valid', async () => {
    const { link } = await signedUp();
    await open(world, link);
    link.searchParams.set('token', 'made-up');
    expect(await endOf(link)).toBeUndefined();
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  browser,
  call,
  createCustomer,
  fragmentOf,
  linkTo,
  listeningWorld,
  newAddress,
  open,
  PASSWORD,
  signedInPerson,
} from '../testing/accounts.ts';
import { CHILD_ENV } from '../testing/child-env.ts';
import { sendQuote } from '../testing/deeds.ts';
import { walkTo } from '../testing/walk.ts';
import type { World } from '../testing/world.ts';

const run = promisify(execFile);
const command = path.join(import.meta.dirname, 'moderator.ts');

let world: World;
let folder: string;
beforeAll(async () => {
  world = await listeningWorld();
  folder = mkdtempSync(path.join(tmpdir(), 'unblock-moderator-'));
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const moderator = (email: string) =>
  run(process.execPath, [command, email], {
    env: {
      ...CHILD_ENV,
      DATA_DIR: folder,
      DATABASE_URL: world.context.pool.options.connectionString,
      JWT_KEY: JSON.stringify(world.context.config.jwtKey),
    },
  });

async function typeOf(email: string) {
  const profile = world.context.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select('user_type');
  return (await profile.where('email', '=', email).executeTakeFirst())?.user_type;
}

/** Follows the printed link, and chooses a password. */
async function enter(stdout: string) {
  const [link = ''] = /http\S+verify\?\S+/.exec(stdout) ?? [];
  const { target } = await open(world, new URL(link));
  expect(target.pathname).toBe('/reset-password');
  const { access_token = '', refresh_token = '' } = fragmentOf(target);
  const client = browser(world);
  await client.setSession({ access_token, refresh_token });
  expect((await client.updateUser({ password: 'blaue Wiese 8' })).error).toBeNull();
  return client;
}

const signIn = (email: string, password: string) =>
  browser(world).signInWithPassword({ email, password });

test('the command makes a moderator, who sets a password with the printed link', async () => {
  const email = newAddress();
  const { stdout } = await moderator(email.toUpperCase());
  expect(stdout).toContain(`${email} was created`);
  expect(stdout).not.toContain('already');
  await enter(stdout);
  expect(await typeOf(email)).toBe('moderator');
  expect((await signIn(email, 'blaue Wiese 8')).error).toBeNull();
});

test('of an account that is there, the printed link is the only way in', async () => {
  const { email, session } = await signedInPerson(world);
  const early = browser(world, 'pkce');
  await early.resetPasswordForEmail(email);
  const { target } = await open(world, await linkTo(world, email));
  await browser(world).resetPasswordForEmail(email);
  const pending = await linkTo(world, email);

  const { stdout } = await moderator(email);
  expect(stdout).toContain(`${email} was promoted`);
  expect(stdout).toContain('Its password was dropped, 1 device was signed out');
  expect((await signIn(email, PASSWORD)).error?.code).toBe('invalid_credentials');
  const asked = await call(world, '/user', { token: session.access_token });
  expect(asked.body.code).toBe('session_not_found');
  const { refresh_token } = session;
  const renewed = await call(world, '/token?grant_type=refresh_token', { body: { refresh_token } });
  expect(renewed.body.code).toBe('refresh_token_not_found');
  const code = target.searchParams.get('code') ?? '';
  expect((await early.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
  expect(fragmentOf((await open(world, pending)).target).error_code).toBe('otp_expired');

  await enter(stdout);
  expect((await signIn(email, PASSWORD)).error?.code).toBe('invalid_credentials');
  expect((await signIn(email, 'blaue Wiese 8')).error).toBeNull();
});

test('nothing of an account that nobody had confirmed is left to who signed it up', async () => {
  const email = newAddress();
  const data = { first_name: 'Mallory' };
  await browser(world).signUp({ email, password: PASSWORD, options: { data } });
  const early = await linkTo(world, email);
  const { stdout } = await moderator(email);
  expect(fragmentOf((await open(world, early)).target).error_code).toBe('otp_expired');
  // Neither a sign-up nor a mail sent again may bring it back.
  await browser(world).signUp({ email, password: 'my own passphrase 1' });
  const client = await enter(stdout);
  for (const password of [PASSWORD, 'my own passphrase 1']) {
    expect((await signIn(email, password)).error?.code).toBe('invalid_credentials');
  }
  const { data: user } = await client.getUser();
  expect(user.user?.user_metadata).toEqual({});
});

test('until they have chosen a password, they see nothing', async () => {
  const email = newAddress();
  const { stdout } = await moderator(email);
  const [link = ''] = /http\S+verify\?\S+/.exec(stdout) ?? [];
  const { target } = await open(world, new URL(link));
  const headers = { authorization: `Bearer ${fragmentOf(target).access_token}` };
  const answer = await fetch(`${world.url}/api/me`, { headers });
  expect(await answer.json()).toMatchObject({ status: 403, code: 'password_needed' });
});

test('the command promotes an account that is there', async () => {
  const email = newAddress();
  await createCustomer(world, email);
  expect((await moderator(email)).stdout).toContain(`${email} was promoted`);
  expect(await typeOf(email)).toBe('moderator');
});

test('the quotes of an account that is promoted are withdrawn', async () => {
  const customer = await world.person('customer');
  const developer = await world.person('developer');
  const quote = await sendQuote(customer, developer);
  await moderator(developer.email);
  const { body } = await customer.call('POST', `/api/quotes/${quote}/choose`);
  expect(body).toMatchObject({ status: 409, code: 'quote_decided' });
});

test('whoever is promoted applies no more: nobody is to review or decline a moderator', async () => {
  const email = newAddress();
  await createCustomer(world, email);
  const apply = (email: string) =>
    world.call('POST', '/api/waitlist', { name: 'Ann', email, specialty: 'python', bio: '' });
  const other = newAddress();
  for (const each of [email, other]) expect((await apply(each)).status).toBeLessThan(300);
  const colleague = await world.person('moderator');
  const waiting = async () => {
    const path = '/api/moderation/waitlist?status=waiting&limit=100';
    const { body } = await colleague.call<{ items: { email: string }[] }>('GET', path);
    return body.items.map((entry) => entry.email);
  };
  expect(await waiting()).toEqual([other, email]);
  await moderator(email);
  expect(await waiting()).toEqual([other]);
});

test('an account with a running request, or with earnings, is left as it is', async () => {
  const { customer } = await walkTo(world, 'open');
  const { developer } = await walkTo(world, 'approved');
  await expect(moderator(customer.email)).rejects.toMatchObject({
    code: 1,
    stderr: `A request of ${customer.email} is still running. It has to be ended first.\n`,
  });
  await expect(moderator(developer.email)).rejects.toMatchObject({
    code: 1,
    stderr: `${developer.email} has earned money that has to be paid out first.\n`,
  });
  expect(await typeOf(customer.email)).toBe('customer');
  expect((await developer.call('GET', '/api/me')).status).toBe(200);
});

test('the command says how it is used', async () => {
  await expect(moderator('nobody')).rejects.toMatchObject({
    code: 1,
    stderr: 'Usage: npm run moderator -- EMAIL\n',
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import {
  call,
  codeTo,
  createCustomer,
  linkTo,
  listeningWorld,
  newAddress,
  open,
  PASSWORD,
} from '../testing/accounts.ts';
import type { World } from '../testing/world.ts';

const HOME = '203.0.113.7';
const STRANGER = '198.51.100.4';

let world: World;
beforeAll(async () => {
  world = await listeningWorld({ rateLimits: true, trustProxy: 'loopback' });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.db.deleteFrom('rate_limits').execute();
});

async function customer(): Promise<string> {
  const email = newAddress();
  await createCustomer(world, email);
  return email;
}

/** An address in the n-th of many networks. */
const network = (n: number) => `10.7.${n}.1`;

interface From {
  ip: string;
  cookie?: string;
  /** Of the browser that asks. */
  verifier?: string;
}

const headersOf = ({ ip, cookie }: From) => ({ 'x-forwarded-for': ip, ...(cookie && { cookie }) });

async function ask(email: string, from: From): Promise<number> {
  const { verifier } = from;
  const challenge = verifier && {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  };
  const body = { email, ...(challenge || {}) };
  return (await call(world, '/recover', { body, headers: headersOf(from) })).status;
}

async function typeCode(email: string, token: string, from: From): Promise<number> {
  const body = { type: 'recovery', email, token };
  return (await call(world, '/verify', { body, headers: headersOf(from) })).status;
}

/** Sends so many codes, none of which is that one. */
async function guess(email: string, from: From, { times, not }: { times: number; not?: string }) {
  const wrong = not === '111111' ? '222222' : '111111';
  for (let n = 0; n < times; n++) expect(await typeCode(email, wrong, from)).toBe(403);
}

/** All counts and their ends are that much older. */
async function minutesLater(minutes: number): Promise<void> {
  const { db } = world.context;
  await sql`update rate_limits
    set window_ends_at = window_ends_at - make_interval(mins => ${minutes})`.execute(db);
}

const aVerifier = () => randomBytes(32).toString('base64url');

/** The cookie of a browser that has signed in to the account. */
async function deviceOf(email: string): Promise<string> {
  const body = { email, password: PASSWORD };
  const answer = await call(world, '/token?grant_type=password', { body });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}

const mailsTo = async (email: string) =>
  (await world.mails()).filter(
    ({ recipient, kind }) => [recipient, kind].join() === `${email},reset_password`,
  );

describe('while a stranger asks all the time and guesses, the owner gets in', () => {
  test('by their link, in the browser that asked for it', async () => {
    const email = await customer();
    const stranger = { ip: STRANGER, verifier: aVerifier() };
    for (let minute = 0; minute < 3; minute++) {
      expect(await ask(email, stranger)).toBe(200);
      await minutesLater(1);
    }
    expect(await ask(email, stranger)).toBe(200);
    await guess(email, stranger, { times: 20 });
    const code_verifier = aVerifier();
    expect(await ask(email, { ip: HOME, verifier: code_verifier })).toBe(200);
    const link = await linkTo(world, email);
    await minutesLater(1);
    expect(await ask(email, stranger)).toBe(200);
    const { target } = await open(world, link);
    const body = { auth_code: target.searchParams.get('code'), code_verifier };
    const answer = await call(world, '/token?grant_type=pkce', { body });
    expect(answer).toMatchObject({ status: 200, body: { user: { email } } });
  });

  test('by the code that they type where they asked', async () => {
    const email = await customer();
    const stranger = { ip: STRANGER, verifier: aVerifier() };
    expect(await ask(email, stranger)).toBe(200);
    await guess(email, stranger, { times: 20 });
    expect(await ask(email, { ip: HOME })).toBe(200);
    const code = await codeTo(world, email);
    for (let n = 0; n < 5; n++) {
      expect(await ask(email, { ip: network(n), verifier: aVerifier() })).toBe(200);
      await guess(email, { ip: network(n) }, { times: 20, not: code });
    }
    expect(await typeCode(email, code, { ip: HOME })).toBe(200);
  });

  test('in a browser that has signed in before, from wherever, however many networks ask', async () => {
    const email = await customer();
    const cookie = await deviceOf(email);
    const most = LIMITS.recovery_mail_all.hits;
    const statuses = [];
    for (let n = 0; n <= most; n++) statuses.push(await ask(email, { ip: network(n) }));
    expect(statuses).toEqual([...Array(most).fill(200), 429]);
    expect(await ask(email, { ip: network(0), cookie })).toBe(200);
    expect(await ask(email, { ip: network(0), cookie })).toBe(429);
    const code = await codeTo(world, email);
    for (let n = 0; n < 5; n++) await guess(email, { ip: network(n) }, { times: 20, not: code });
    expect(await typeCode(email, code, { ip: network(0), cookie })).toBe(200);
  });
});

describe('mails to reset a password', () => {
  test.each([
    ['a network of IPv4', (n: number) => `198.51.100.${n}`],
    ['a network of IPv6', (n: number) => `2001:db8:1:${n}::1`],
  ])('are few a day for what %s asks, known or not', async (_, address) => {
    const known = await customer();
    const most = LIMITS.recovery_mail_day.hits;
    for (const email of [known, newAddress()]) {
      const statuses = [];
      for (let n = 0; n <= most; n++) statuses.push(await ask(email, { ip: address(n) }));
      expect(statuses).toEqual([...Array(most).fill(200), 429]);
      // What is refused counts for nobody else.
      for (let n = 0; n < LIMITS.recovery_mail_all.hits; n++) await ask(email, { ip: address(n) });
      expect(await ask(email, { ip: HOME })).toBe(200);
    }
    expect(await mailsTo(known)).toHaveLength(most + 1);
  });

  test('are as few for one address of a network', async () => {
    const email = newAddress();
    const statuses = [];
    for (let n = 0; n <= LIMITS.recovery_mail_day.hits; n++) {
      statuses.push(await ask(email, { ip: STRANGER }));
      await minutesLater(1);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe('a code', () => {
  test('can be tried five times, two of them from elsewhere', async () => {
    const email = await customer();
    await ask(email, { ip: HOME });
    const code = await codeTo(world, email);
    await guess(email, { ip: STRANGER }, { times: 2, not: code });
    expect(await typeCode(email, code, { ip: STRANGER })).toBe(403);
    expect(await typeCode(email, code, { ip: network(1) })).toBe(403);
    await guess(email, { ip: HOME }, { times: 3, not: code });
    expect(await typeCode(email, code, { ip: HOME })).toBe(403);
  });

  test('works from elsewhere, too, and ends all others', async () => {
    const email = await customer();
    await ask(email, { ip: STRANGER });
    const other = await linkTo(world, email);
    await ask(email, { ip: HOME });
    expect(await typeCode(email, await codeTo(world, email), { ip: network(1) })).toBe(200);
    expect((await open(world, other)).target.hash).toContain('otp_expired');
  });

  test('is tried by all strangers together only so often an hour', async () => {
    const email = await customer();
    const tries = LIMITS.code_try_all.hits / LIMITS.code_try.hits;
    for (let n = 0; n < tries; n++) await guess(email, { ip: network(n) }, { times: 20 });
    await ask(email, { ip: HOME });
    const code = await codeTo(world, email);
    expect(await typeCode(email, code, { ip: network(tries) })).toBe(403);
    expect(await typeCode(email, code, { ip: HOME })).toBe(200);
  });
});

test('where somebody asked from is in no table as it is, and a new password ends all their links', async () => {
  const email = await customer();
  const cookie = await deviceOf(email);
  await ask(email, { ip: STRANGER });
  const other = await linkTo(world, email);
  await ask(email, { ip: HOME, cookie });
  const waiting = () =>
    world.context.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', email)
      .where('kind', '=', 'reset_password')
      .where('words', 'is not', null)
      .execute();
  expect(await waiting()).toHaveLength(2);
  const tokens = await world.context.db.selectFrom('mail_tokens').selectAll().execute();
  expect(JSON.stringify(tokens)).not.toMatch(/203\.0|198\.51/);
  const { access_token } = (
    await call(world, '/token?grant_type=password', { body: { email, password: PASSWORD } })
  ).body as { access_token: string };
  const body = { password: 'blaue Wiese 8' };
  const changed = await call(world, '/user', { method: 'PUT', body, token: access_token });
  expect(changed.status).toBe(200);
  expect((await open(world, other)).target.hash).toContain('otp_expired');
  // Those that still wait are not sent.
  expect(await waiting()).toEqual([]);
});

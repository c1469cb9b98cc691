import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browser, call, listeningWorld, PASSWORD, signedInPerson } from '../testing/accounts.ts';
import { keepLog } from '../testing/log.ts';
import type { World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const refresh = (refresh_token: unknown) =>
  call(world, '/token?grant_type=refresh_token', { body: { refresh_token } });

/** A well-formed token of these parts: session, secret and key. */
function written(parts: Buffer): string {
  const mark = createHash('sha256').update(parts).digest().subarray(0, 8);
  return Buffer.concat([parts, mark]).toString('base64url');
}

async function next(token: string): Promise<string> {
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  return String(body.refresh_token);
}

async function age(userId: string, column: 'refreshed_at' | 'created_at', milliseconds: number) {
  const past = new Date(Date.now() - milliseconds);
  const sessions = world.context.db.updateTable('sessions').set({ [column]: past });
  await sessions.where('user_id', '=', userId).execute();
}

test('the client renews its session: both tokens are new', async () => {
  const { client, session } = await signedInPerson(world);
  const { data, error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(session.refresh_token);
  expect(data.session?.access_token).not.toBe(session.access_token);
  expect((await client.getUser()).data.user?.id).toBe(session.user.id);
});

test('whoever lost the answer gets the current token again, however late', async () => {
  const { session, user } = await signedInPerson(world);
  const current = await next(session.refresh_token);
  await age(user.id, 'refreshed_at', 3_600_000);
  expect(await next(session.refresh_token)).toBe(current);
  expect(await next(session.refresh_token)).toBe(current);
  expect(await next(current)).not.toBe(current);
});

test('an older token gets the current one for 10 seconds after a refresh', async () => {
  const { session, user } = await signedInPerson(world);
  const second = await next(session.refresh_token);
  const third = await next(second);
  const fourth = await next(third);
  await age(user.id, 'refreshed_at', 3000);
  expect(await next(session.refresh_token)).toBe(fourth);
  expect(await next(second)).toBe(fourth);
});

test('an older token after that ends the whole session', async () => {
  const { client, session, user } = await signedInPerson(world);
  const second = await next(session.refresh_token);
  const third = await next(second);
  await age(user.id, 'refreshed_at', 11_000);
  const { lines } = keepLog();
  expect(await refresh(session.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
  });
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event);
  expect(warnings()).toMatchObject([{ event: 'refresh_token_reused', level: 40 }]);
  expect(await refresh(third)).toMatchObject({
    status: 400,
    body: { code: 'refresh_token_not_found' },
  });
  expect((await client.getUser(session.access_token)).error?.message).toBe('Auth session missing!');
  // A token of a session that has ended is no news.
  expect(warnings()).toHaveLength(1);
  expect(lines.join('')).not.toContain(session.refresh_token);
});

test('20 requests with one token at once get one and the same new token', async () => {
  const { session } = await signedInPerson(world);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => refresh(session.refresh_token)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(20);
});

test('a session that something else holds for too long is renewed with the next try', async () => {
  const { session, user } = await signedInPerson(world);
  await world.context.db.transaction().execute(async (tx) => {
    const held = tx.selectFrom('sessions').where('user_id', '=', user.id).forUpdate();
    await held.select('id').execute();
    const refused = { status: 409, body: { code: 'conflict' } };
    expect(await refresh(session.refresh_token)).toMatchObject(refused);
  });
  expect(await next(session.refresh_token)).not.toBe(session.refresh_token);
});

test('two devices renew independently of each other', async () => {
  const { session, email } = await signedInPerson(world);
  const other = await browser(world).signInWithPassword({ email, password: PASSWORD });
  const mine = await next(session.refresh_token);
  await next(other.data.session?.refresh_token ?? '');
  await next(mine);
});

test.each([
  ['nothing', undefined, 'validation_failed'],
  ['a short word', 'abc', 'validation_failed'],
  ['odd letters', 'a'.repeat(30).concat('!'), 'validation_failed'],
  ['a list', ['a'], 'validation_failed'],
  ['a word that looks like one', 'v1234567890abcdef', 'refresh_token_not_found'],
  ['a token of no session', written(Buffer.alloc(48, 7)), 'refresh_token_not_found'],
])('refuses %s', async (_, token, code) => {
  expect(await refresh(token)).toMatchObject({ status: 400, body: { code } });
});

test('a token counts only as it was written, and whole', async () => {
  const { session } = await signedInPerson(world);
  const token = session.refresh_token;
  const others = [`${token}=`, ` ${token}`, `${token}AA`, token.slice(0, -2), ''];
  for (const other of others) expect((await refresh(other)).status, other).toBe(400);
  expect(await next(token)).not.toBe(token);
});

test('a token that was never given out is unknown, and ends nothing', async () => {
  const { session, user } = await signedInPerson(world);
  await age(user.id, 'refreshed_at', 11_000);
  for (const place of [0, 25, 50, session.refresh_token.length - 2]) {
    const [before, after] = [
      session.refresh_token.slice(0, place),
      session.refresh_token.slice(place + 1),
    ];
    const letter = session.refresh_token[place] === 'A' ? 'B' : 'A';
    expect(await refresh(before + letter + after), String(place)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    });
  }
  await next(session.refresh_token);
});

test('the session id alone is worth nothing, and guessing harms nobody', async () => {
  const { session } = await signedInPerson(world);
  const forged = Buffer.from(session.refresh_token, 'base64url').subarray(0, 48);
  forged.fill(1, 16);
  expect(await refresh(written(forged))).toMatchObject({
    body: { code: 'refresh_token_not_found' },
  });
  await next(session.refresh_token);
});

test('nothing in the database contains a token', async () => {
  const { session, user } = await signedInPerson(world);
  const row = await world.context.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const token = Buffer.from(session.refresh_token, 'base64url');
  const stored = Buffer.concat([row.secret_hash, row.token_hash, row.sealed_token]);
  expect(stored.includes(token.subarray(16, 32))).toBe(false);
  expect(stored.includes(token.subarray(32, 48))).toBe(false);
});

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

test('a session lives up to the last of its days', async () => {
  const unused = await signedInPerson(world);
  await age(unused.user.id, 'refreshed_at', 30 * DAY_MS - MINUTE_MS);
  expect(await refresh(unused.session.refresh_token)).toMatchObject({ status: 200 });
  const old = await signedInPerson(world);
  await age(old.user.id, 'created_at', 90 * DAY_MS - MINUTE_MS);
  expect(await refresh(old.session.refresh_token)).toMatchObject({ status: 200 });
});

test('a session ends 30 days after its last use and 90 days after sign-in', async () => {
  const unused = await signedInPerson(world);
  await age(unused.user.id, 'refreshed_at', 30 * DAY_MS + 1000);
  expect(await refresh(unused.session.refresh_token)).toMatchObject({
    status: 400,
    body: {
      code: 'session_expired',
      message: 'Invalid Refresh Token: Session Expired (Inactivity)',
    },
  });
  const old = await signedInPerson(world);
  await age(old.user.id, 'created_at', 90 * DAY_MS + 1000);
  expect(await refresh(old.session.refresh_token)).toMatchObject({
    body: { code: 'session_expired' },
  });
  expect(await refresh(old.session.refresh_token)).toMatchObject({
    body: { code: 'refresh_token_not_found' },
  });
});

test('a suspended account cannot renew', async () => {
  const { session, user } = await signedInPerson(world);
  const ban = world.context.db.updateTable('users').set({ banned_until: new Date('2999-01-01') });
  await ban.where('id', '=', user.id).execute();
  expect(await refresh(session.refresh_token)).toMatchObject({
    status: 400,
    body: { code: 'user_banned' },
  });
});

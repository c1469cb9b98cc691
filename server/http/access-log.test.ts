import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { aRequest } from '../testing/deeds.ts';
import { keepLog } from '../testing/log.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
const lines: string[] = [];
let log: ReturnType<typeof keepLog>['log'];

beforeEach(async () => {
  lines.length = 0;
  ({ log } = keepLog(lines));
  world ??= await openWorld();
});
afterAll(() => world.close());

const refusals = () =>
  lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'access_refused');

test('whoever may not do something stands in the log with what they tried, and no more', async () => {
  const customer = await world.person('customer');
  const developer = await world.person('developer');
  await developer.call('POST', '/api/tickets', aRequest);
  await customer.call('GET', `/api/tickets/${randomUUID()}`);
  await customer.call('GET', '/api/moderation/waitlist');
  await world.call('GET', '/api/me');
  for (const path of ['/billing/api/tickets', '/functions/send-email'])
    await world.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: 'key guessed' },
    });
  const from = { ip: '127.0.0.1', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) };
  expect(refusals()).toMatchObject([
    { ...from, user_id: developer.id, route: '/api/tickets', code: 'not_your_part' },
    { ...from, user_id: customer.id, route: '/api/tickets/:id', code: 'not_found' },
    { ...from, user_id: customer.id, route: '/api/moderation/waitlist', code: 'not_found' },
    { ...from, user_id: null, route: '/api/me', code: 'no_session' },
    { ...from, user_id: null, route: '/billing/api/tickets', code: 'no_session' },
    { ...from, user_id: null, route: '/functions/send-email', code: 'no_session' },
  ]);
  for (const secret of [
    customer.token,
    developer.token,
    customer.email,
    aRequest.description,
    'guessed',
  ]) {
    expect(lines.join('')).not.toContain(secret);
  }
});

test('a request stands in the log by the pattern of its route, not by where it came from', async () => {
  const token = randomUUID();
  for (const url of [`/auth/v1/verify?token=${token}&type=signup`, `/api/tickets/${token}`])
    await world.app.inject({ url, remoteAddress: '198.51.100.7' });
  const requests = lines.map((line) => JSON.parse(line)).filter(({ req }) => req);
  expect(requests.map(({ req }) => req)).toEqual([
    { method: 'GET', route: '/auth/v1/verify' },
    { method: 'GET', route: '/api/tickets/:id' },
  ]);
  expect(requests.every(({ reqId }) => typeof reqId === 'string')).toBe(true);
});

test('what somebody sends cannot add a line to the log', async () => {
  await world.app.inject({
    url: '/api/nothing%0a%7b%22event%22:%22signed_in%22%7d',
    headers: { 'user-agent': 'a\\r\\n{"event":"signed_in"}', authorization: 'Bearer x\ty' },
  });
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line.trimEnd()).not.toContain('\n');
    expect(JSON.parse(line).event).not.toBe('signed_in');
  }
});

test('an error stands in the log with what failed where, and nothing of whom it was about', async () => {
  const { email } = await world.person('customer');
  const { db } = world.context;
  const change = sql`update users set email = upper(email) where email = ${email}`.execute(db);
  const error: unknown = await change.catch((error: unknown) => error);
  expect(error).toMatchObject({ detail: expect.stringContaining(email.toUpperCase()) });
  const refused = new Error(`550 <${email}> is nobody`, { cause: error });
  log.error({ err: error }, 'internal');
  log.error({ err: Object.assign(refused, { rejected: [email] }) }, 'a mail');
  expect(lines.map((line) => JSON.parse(line).err)).toMatchObject([
    { code: '23514', constraint: 'users_email_check', stack: expect.stringContaining(' at ') },
    { message: expect.stringContaining('550 <(address)> is nobody') },
  ]);
  expect(lines.join('').toLowerCase()).not.toContain(email);
});

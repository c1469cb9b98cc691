import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserType } from '#domain/profile.ts';
import { LIMITS } from '../http/limits.ts';
import { settleDeveloper } from '../payments/settle.ts';
import { browser, createCustomer, listeningWorld, mailTo, PASSWORD } from '../testing/accounts.ts';
import { ok, postRequest, sendQuote } from '../testing/deeds.ts';
import { applicant, tokenTo } from '../testing/joining.ts';
import { walkTo } from '../testing/walk.ts';
import type { Person, World } from '../testing/world.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await listeningWorld();
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

const NEW_PASSWORD = 'ein Haus am See 9';

async function invited(role: 'developer' | 'moderator' = 'developer', address?: string) {
  const email = address ?? `${randomUUID()}@example.com`;
  ok(await moderator.call('POST', '/api/moderation/invitations', { email, role }));
  return { email, token: await tokenTo(world, email) };
}

const greeting = (token: string) => world.call('GET', `/api/invitations/${token}`);
const accept = (token: string, form: object = {}) =>
  world.call('POST', `/api/invitations/${token}/accept`, {
    password: NEW_PASSWORD,
    first_name: 'Ada',
    last_name: 'Byron',
    ...form,
  });

async function profileOf(email: string) {
  return world.context.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['user_type', 'first_name', 'last_name', 'supported_categories', 'profiles.id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
}

async function signIn(email: string, password: string) {
  const { data, error } = await browser(world).signInWithPassword({ email, password });
  return { signedIn: data.session !== null, code: error?.code };
}

const NOT_VALID = { status: 404, body: { code: 'invitation_not_valid' } };
const NO_GREETING = { valid: false, email: null, name: null, role: null, has_account: null };

describe('an approved applicant', () => {
  test('is greeted, joins with name and password, and is a developer with categories', async () => {
    const entry = await applicant(world, moderator, { specialty: 'python' });
    ok(await moderator.call('POST', `/api/moderation/waitlist/${entry.id}/approve`));
    const mail = (await world.mails()).findLast(({ recipient }) => recipient === entry.email);
    expect(mail?.body_text).toContain('your application was approved');
    const token = await tokenTo(world, entry.email);
    expect((await greeting(token)).body).toEqual({
      valid: true,
      email: entry.email,
      name: 'Ada Byron',
      role: 'developer',
      has_account: false,
    });
    expect(await accept(token)).toMatchObject({ status: 201, body: {} });
    expect(await profileOf(entry.email)).toMatchObject({
      user_type: 'developer',
      first_name: 'Ada',
      last_name: 'Byron',
      supported_categories: ['backend', 'infrastructure'],
    });
    expect(await signIn(entry.email, NEW_PASSWORD)).toMatchObject({ signedIn: true });
    const path = '/api/moderation/waitlist?status=approved&limit=100';
    const { items } = ok(await moderator.call<{ items: { id: string }[] }>('GET', path));
    expect(items.find(({ id }) => id === entry.id)).toMatchObject({
      invitation: { accepted_at: expect.any(String) },
    });
  });
});

describe('an invitation', () => {
  test('who was invited in another way waits no more once they have joined', async () => {
    const entry = await applicant(world, moderator);
    const { token } = await invited('developer', entry.email);
    const stateOf = () =>
      world.context.db
        .selectFrom('waitlist')
        .select(['status', 'decided_by'])
        .where('id', '=', entry.id)
        .executeTakeFirstOrThrow();
    expect((await accept(token, { password: undefined })).status).toBe(400);
    expect(await stateOf()).toMatchObject({ status: 'waiting' });
    expect((await accept(token)).status).toBe(201);
    expect(await stateOf()).toEqual({ status: 'approved', decided_by: moderator.id });
    const audit = `/api/moderation/audit?action=waitlist_approved&target_id=${entry.id}`;
    expect(ok(await moderator.call('GET', audit))).toMatchObject({
      items: [{ actor: { id: moderator.id }, before: { status: 'waiting' } }],
    });
    const decline = `/api/moderation/waitlist/${entry.id}/decline`;
    expect(await moderator.call('POST', decline, { reason: 'No need.' })).toMatchObject({
      status: 409,
      body: { code: 'waitlist_entry_decided' },
    });
  });

  test('works once, and used, replaced, expired and invented ones answer alike', async () => {
    const used = await invited();
    ok(await accept(used.token));
    const replaced = await invited();
    await invited('moderator', replaced.email);
    const expired = await invited();
    await world.context.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('email', '=', expired.email)
      .execute();
    const answers = [];
    for (const token of [used.token, replaced.token, expired.token, 'x', 'a'.repeat(43), '%00']) {
      const { request_id: _, ...body } = (await accept(token)).body;
      answers.push(body);
      expect((await greeting(token)).body).toEqual(NO_GREETING);
    }
    expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(await accept(used.token)).toMatchObject(NOT_VALID);
  });

  test('accepted by several at once makes one account', async () => {
    const { token, email } = await invited();
    const answers = await Promise.all([accept(token), accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
    expect(await profileOf(email)).toMatchObject({ user_type: 'developer' });
  });

  test('asks for a good password and name, and still works afterwards', async () => {
    const { token, email } = await invited();
    for (const form of [
      { password: 'short' },
      { password: 'password1' },
      { password: '654321' },
      { password: email },
      { password: undefined },
      { password: 'x'.repeat(1025) },
      { password: '\ud800'.repeat(8) },
      { first_name: 'A' },
      { first_name: 'a\0b' },
    ]) {
      const answer = await accept(token, form);
      expect(answer.status, JSON.stringify(form)).toBe(400);
      expect(answer.body.errors, JSON.stringify(form)).toHaveLength(1);
    }
    expect((await accept(token)).status).toBe(201);
  });

  test('accepted again under one Idempotency-Key has its first answer', async () => {
    const { token, email } = await invited();
    const key = randomUUID();
    const send = (form: object = {}, of = { token, key }) =>
      world.app.inject({
        method: 'POST',
        url: `/api/invitations/${of.token}/accept`,
        headers: { 'idempotency-key': of.key },
        payload: { password: NEW_PASSWORD, first_name: 'Ada', last_name: 'Byron', ...form },
      });
    const answers = await Promise.all([send(), send(), send()]);
    // Later, from somewhere else, and although the link has been tried too often.
    world.context.config.rateLimits = true;
    for (let count = 0; count <= LIMITS.invitation.hits; count++) await accept('none');
    answers.push(await send());
    world.context.config.rateLimits = false;
    await world.context.db.deleteFrom('rate_limits').execute();
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array.from({ length: 4 }, () => [201, '{}']),
    );
    expect(await signIn(email, NEW_PASSWORD)).toMatchObject({ signedIn: true });
    expect((await send({ password: 'another one 12' })).statusCode).toBe(422);
    expect((await send({}, { token, key: randomUUID() })).statusCode).toBe(404);
    expect((await accept(token)).status).toBe(404);
    const other = await invited();
    expect((await send({}, { token: other.token, key })).statusCode).toBe(201);
    const kept = await world.context.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(NEW_PASSWORD);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  test('makes nobody anything but what it says', async () => {
    const { token, email } = await invited();
    ok(await accept(token, { role: 'moderator', user_type: 'moderator', email: 'x@example.com' }));
    expect(await profileOf(email)).toMatchObject({ user_type: 'developer' });
  });

  test('is not accepted more often than a person would try', async () => {
    const { config } = world.context;
    config.rateLimits = true;
    const statuses = [];
    for (let count = 0; count <= LIMITS.invitation.hits; count++) {
      statuses.push((await accept('none')).status);
    }
    config.rateLimits = false;
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.at(-2)).toBe(404);
  });
});

describe('an invitation for an address that has an account', () => {
  const promoted = async (email: string, form: object = {}) => {
    const { token } = await invited('developer', email);
    return { token, answer: await accept(token, form) };
  };

  test('gives the account the role, keeps its password, and ends its sessions', async () => {
    const email = `${randomUUID()}@example.com`;
    await createCustomer(world, email);
    const client = browser(world);
    await client.signInWithPassword({ email, password: PASSWORD });
    const { token } = await invited('developer', email);
    expect((await greeting(token)).body).toMatchObject({ valid: true, has_account: true });
    expect((await accept(token, { password: undefined })).status).toBe(201);
    expect(await profileOf(email)).toMatchObject({ user_type: 'developer', first_name: 'Ada' });
    expect((await client.getUser()).data.user).toBeNull();
    expect(await signIn(email, PASSWORD)).toMatchObject({ signedIn: true });
    expect((await mailTo(world, email)).kind).toBe('role_changed');
  });

  test('opens it for nobody: a password typed with the link is not taken', async () => {
    const email = `${randomUUID()}@example.com`;
    await createCustomer(world, email);
    expect((await promoted(email)).answer.status).toBe(201);
    expect(await signIn(email, NEW_PASSWORD)).toMatchObject({ code: 'invalid_credentials' });
    expect(await signIn(email, PASSWORD)).toMatchObject({ signedIn: true });
  });

  test('takes the account over from whoever signed up with an address that is not theirs', async () => {
    const email = `${randomUUID()}@example.com`;
    const options = { data: { first_name: 'Mallory' } };
    await browser(world).signUp({ email, password: 'Mallory war hier', options });
    const { answer } = await promoted(email, { first_name: 'Grace' });
    expect(answer.status).toBe(201);
    expect(await profileOf(email)).toMatchObject({ first_name: 'Grace', user_type: 'developer' });
    expect(await signIn(email, 'Mallory war hier')).toMatchObject({ code: 'invalid_credentials' });
    expect(await signIn(email, NEW_PASSWORD)).toMatchObject({ signedIn: true });
  });

  test('keeps the name of somebody who signs in by an account elsewhere, and has no password', async () => {
    const ana = await world.person('customer', { name: 'Ana' });
    const { token } = await invited('developer', ana.email);
    const unnamed = { first_name: '', last_name: '' };
    expect((await accept(token, unnamed)).status).toBe(201);
    expect(await profileOf(ana.email)).toMatchObject({ user_type: 'developer', first_name: 'Ana' });
    expect(await signIn(ana.email, NEW_PASSWORD)).toMatchObject({ signedIn: true });
  });

  test('waits until their own requests are finished, and takes no role away', async () => {
    const customer = await world.person('customer');
    const ticket = await postRequest(customer);
    const { token, answer } = await promoted(customer.email);
    expect(answer).toMatchObject({ status: 409, body: { code: 'requests_running' } });
    ok(await customer.call('DELETE', `/api/tickets/${ticket.id}`));
    expect((await accept(token)).status).toBe(201);

    const invitation = await invited();
    await world.person('moderator' satisfies UserType, { email: invitation.email });
    expect(await accept(invitation.token)).toMatchObject({
      status: 409,
      body: { code: 'role_already_held' },
    });
  });

  test('to be a moderator waits until an unblocker has been paid out', async () => {
    const { developer } = await walkTo(world, 'approved');
    const { token } = await invited('moderator', developer.email);
    expect(await accept(token)).toMatchObject({ status: 409, body: { code: 'earnings_left' } });
    expect(await profileOf(developer.email)).toMatchObject({ user_type: 'developer' });
    ok(await developer.call('POST', '/api/earnings/payouts'));
    await settleDeveloper(world.context, developer.id);
    expect((await accept(token)).status).toBe(201);
  });

  test('to be a moderator withdraws their quotes: nobody can choose them any more', async () => {
    const customer = await world.person('customer');
    const developer = await world.person('developer');
    const quote = await sendQuote(customer, developer);
    const { token } = await invited('moderator', developer.email);
    expect((await accept(token)).status).toBe(201);
    expect(await profileOf(developer.email)).toMatchObject({ user_type: 'moderator' });
    expect(await customer.call('POST', `/api/quotes/${quote}/choose`)).toMatchObject({
      status: 409,
      body: { code: 'quote_decided' },
    });
  });

  test('does nothing for somebody who is suspended', async () => {
    const email = `${randomUUID()}@example.com`;
    const id = await createCustomer(world, email);
    const ban = world.context.db.updateTable('users').set({ banned_until: new Date('2999-01-01') });
    await ban.where('id', '=', id).execute();
    expect((await promoted(email)).answer).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    });
  });
});

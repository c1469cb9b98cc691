import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HELD_HOURS, MAX_HELD_MB } from '#domain/limits.ts';
import { HOUR_MS } from '#domain/milliseconds.ts';
import type { Ticket } from '#domain/ticket.ts';
import { removeFiles } from '../files/remove-files.ts';
import { change } from '../lifecycle/change.ts';
import { tidy } from '../start/tidy.ts';
import { codeTo, linkTo, newAddress, PASSWORD } from '../testing/accounts.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { FORM_TYPE, formBody } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { postHeld } from './held-requests.ts';

let world: World;
let developer: Person;
beforeAll(async () => {
  world = await openWorld();
  developer = await world.person('developer', { categories: ['web'] });
});
afterAll(() => world.close());

/** Somebody who wrote a request and signed up. */
async function signUp(email = newAddress(), password = PASSWORD): Promise<string> {
  // A new address within a minute of itself sends no mail and is answered 429, but counts.
  const { body } = await world.call<{ id?: string }>('POST', '/auth/v1/signup', {
    email,
    password,
  });
  return body.id ?? randomUUID();
}

async function hold(signUpId: string, changes: object = {}): Promise<string> {
  const path = `/api/sign-ups/${signUpId}/request`;
  const held = await world.call<{ id: string }>('POST', path, { ...aRequest, ...changes });
  return ok(held).id;
}

async function uploadHeld(heldId: string, name: string, content: Buffer | string = 'Hello') {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/files/upload',
    headers: { 'content-type': FORM_TYPE, 'x-held-request': heldId },
    payload: formBody({ name, content }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const settle = async (heldId: string) =>
  ok(await world.call<{ ticket_id: string | null }>('POST', `/api/held-requests/${heldId}/settle`))
    .ticket_id;

async function confirm(email: string): Promise<void> {
  const { pathname, search } = await linkTo(world, email);
  await world.app.inject({ url: `${pathname}${search}` });
}

/** Runs the jobs that confirmations have put. */
async function runJobs(): Promise<void> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    select j.id, j.payload ->> 'user_id' as user_id from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'post-held'`.execute(
    world.context.db,
  );
  for (const { id, user_id } of rows) {
    await change(world.context, (change) => postHeld(change, user_id));
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(world.context.db);
  }
}

const requestsOf = (customerId: string) =>
  world.context.db
    .selectFrom('tickets')
    .select(['id', 'description'])
    .where('customer_id', '=', customerId)
    .execute();

async function available(): Promise<Ticket[]> {
  const path = '/api/tickets?view=available&limit=100';
  return ok(await developer.call<{ items: Ticket[] }>('GET', path)).items;
}

describe('a request that was written before there was an account', () => {
  test('is seen by nobody until the address is confirmed, and then posted with its files', async () => {
    const email = newAddress();
    const id = await signUp(email);
    const held = await hold(id, { description: 'Held words' });
    const { body } = await uploadHeld(held, 'unblock_1_error.log', 'Stack trace');
    await runJobs();
    expect([await available(), await requestsOf(id)]).toEqual([[], []]);
    const file = `/api/files/${body.fileKey}`;
    expect((await developer.call('GET', file)).status).toBe(404);

    await confirm(email);
    await runJobs();
    const [posted] = await available();
    expect(posted).toMatchObject({
      description: 'Held words',
      customer_id: id,
      budget: '$100',
      files: { [body.fileKey]: 'error.log' },
    });
    expect((await developer.call('GET', file)).status).toBe(200);
    expect(await settle(held)).toBe(posted?.id);
  });

  test('is posted by the code of the mail, too, and only once', async () => {
    const email = newAddress();
    const id = await signUp(email);
    const held = await hold(id);
    const token = await codeTo(world, email);
    ok(await world.call('POST', '/auth/v1/verify', { type: 'signup', email, token }));
    const ticketId = await settle(held);
    await runJobs();
    expect(await settle(held)).toBe(ticketId);
    expect(await requestsOf(id)).toMatchObject([{ id: ticketId }]);
  });

  test('is not posted where its address was signed up twice, whoever was first', async () => {
    const email = newAddress();
    const attacker = await signUp(email, 'ein anderes 12!');
    const theirs = await hold(attacker, { description: 'In your name' });
    const file = await uploadHeld(theirs, 'evil.html');
    const owner = await signUp(email);
    const own = await hold(owner, { description: 'Really mine' });
    await confirm(email);
    await runJobs();
    expect(await requestsOf(attacker)).toEqual([]);
    expect([await settle(theirs), await settle(own)]).toEqual([null, null]);
    await removeFiles(world.context);
    const kept = world.context.db.selectFrom('files').select('key');
    expect(await kept.where('key', '=', file.body.fileKey).execute()).toEqual([]);
  });

  test('is not posted by a link for a new password, which its reader may not have chosen', async () => {
    const email = newAddress();
    const id = await signUp(email);
    const held = await hold(id);
    ok(await world.call('POST', '/auth/v1/recover', { email }));
    await confirm(email);
    await runJobs();
    expect([await requestsOf(id), await settle(held)]).toEqual([[], null]);
  });

  test('tells nobody whether a sign-up has made an account', async () => {
    const known = await world.person('customer');
    for (const id of [await signUp(), known.id, randomUUID()]) {
      const held = await hold(id);
      expect((await uploadHeld(held, 'a.txt')).status).toBe(201);
      expect(await settle(held)).toBeNull();
    }
    expect(await requestsOf(known.id)).toEqual([]);
  });

  test('is taken back by the browser that wrote it, and does not come twice', async () => {
    const email = newAddress();
    const id = await signUp(email);
    const held = await hold(id);
    expect(await settle(held)).toBeNull();
    expect((await uploadHeld(held, 'late.txt')).status).toBe(404);
    await confirm(email);
    await runJobs();
    expect(await requestsOf(id)).toEqual([]);
  });

  test('takes the place of an earlier one of the same sign-up', async () => {
    const email = newAddress();
    const id = await signUp(email);
    await hold(id, { description: 'First' });
    await hold(id, { description: 'Second' });
    await confirm(email);
    await runJobs();
    expect(await requestsOf(id)).toMatchObject([{ description: 'Second' }]);
  });

  test('is not posted to somebody who joined as an unblocker meanwhile', async () => {
    const email = newAddress();
    const id = await signUp(email);
    await hold(id);
    await confirm(email);
    const profile = world.context.db.updateTable('profiles').set({ user_type: 'developer' });
    await profile.where('id', '=', id).execute();
    await runJobs();
    expect(await requestsOf(id)).toEqual([]);
  });

  test('with a key in it waits only once its author has said what becomes of it', async () => {
    const key = ['ghp', 'a1B2'.repeat(9)].join('_');
    const email = newAddress();
    const id = await signUp(email);
    const description = `It says ${key}`;
    const path = `/api/sign-ups/${id}/request`;
    const refused = await world.call('POST', path, { ...aRequest, description });
    expect(refused.body).toMatchObject({
      code: 'secrets_found',
      items: [{ where: 'description' }],
    });
    await hold(id, { description, secrets: 'mask' });
    const { request } = await world.context.db
      .selectFrom('held_requests')
      .select('request')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(request)).not.toContain(key);
    await hold(id, { description, secrets: 'share' });
    await confirm(email);
    await runJobs();
    const [posted] = await requestsOf(id);
    expect(posted?.description).toContain(key);
    const history = world.context.db.selectFrom('ticket_history').select('event');
    const events = await history.where('ticket_id', '=', posted?.id ?? '').execute();
    expect(events.map(({ event }) => event)).toContain('secrets_shared');
  });

  test('goes with its sign-up, and after a day', async () => {
    const { db } = world.context;
    const signedUp = await signUp();
    const withAccount = await hold(signedUp);
    const old = await hold(randomUUID());
    const left = await uploadHeld(old, 'old.txt');
    const created_at = new Date(Date.now() - HELD_HOURS * HOUR_MS - 1000);
    await db.updateTable('held_requests').set({ created_at }).where('id', '=', old).execute();
    await db.deleteFrom('users').where('id', '=', signedUp).execute();
    await tidy(world.context);
    const rows = db.selectFrom('held_requests').select('id');
    expect(await rows.where('id', 'in', [withAccount, old]).execute()).toEqual([]);
    await removeFiles(world.context);
    const files = db.selectFrom('files').select('key');
    expect(await files.where('key', '=', left.body.fileKey).execute()).toEqual([]);
  });
});

describe('files of strangers', () => {
  test('are ten, and no more than fits', async () => {
    const held = await hold(randomUUID());
    const sizes = [20, 20, 20].map((mb) => Buffer.alloc(mb * 1024 ** 2 - 1));
    const statuses = [];
    for (const [place, content] of sizes.entries())
      statuses.push((await uploadHeld(held, `${place}.bin`, content)).status);
    expect([MAX_HELD_MB, statuses]).toEqual([50, [201, 201, 409]]);
    const small = await hold(randomUUID());
    const all = [];
    for (let place = 0; place < 11; place++) all.push((await uploadHeld(small, 'a.txt')).status);
    expect(all).toEqual([...Array(10).fill(201), 429]);
  });

  test('are opened by nobody, not even by a program of the operator', async () => {
    const held = await hold(randomUUID());
    const { body } = await uploadHeld(held, 'plan.txt');
    const authorization = `key ${world.context.config.serviceApiKey}`;
    const url = `/files/download/${body.fileKey}`;
    const answer = await world.app.inject({ url, headers: { authorization } });
    expect(answer.statusCode).toBe(404);
    expect((await uploadHeld('no id', 'a.txt')).status).toBe(404);
  });
});

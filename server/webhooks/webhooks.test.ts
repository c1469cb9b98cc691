import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '#domain/webhook.ts';
import { webhookBodySchema } from '#domain/webhook-event.ts';
import {
  MAX_WEBHOOKS,
  WEBHOOK_LONGEST_WAIT,
  WEBHOOK_TRIES,
  WEBHOOK_WAITS,
} from '#domain/webhook-limits.ts';
import { WEBHOOK_TYPES } from '#domain/webhook-type.ts';
import { startJobs } from '../start/runner.ts';
import { tidy } from '../start/tidy.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { PATIENCE } from '../testing/patience.ts';
import { openReceiver, type Received, type Receiver } from '../testing/receivers.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { type Courier, createCourier } from './courier.ts';

let world: World;
let courier: Courier;
let receiver: Receiver;
beforeAll(async () => {
  world = await openWorld({ looksAtLoopback: true });
  courier = createCourier(world.context);
});
afterAll(async () => {
  await courier.stop();
  await world.close();
});
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  await world.context.db.deleteFrom('webhooks').execute();
  await receiver.close();
});

async function hook(person: Person, changes: object = {}): Promise<WebhookWithSecret> {
  const body = { url: receiver.url, events: WEBHOOK_TYPES, ...changes };
  return ok(await person.call<WebhookWithSecret>('POST', '/api/me/webhooks', body));
}

/** Sends all that is due. */
async function send(): Promise<void> {
  await courier.wakeAll();
  await courier.whenIdle();
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

/** As if the next tries of all were due. */
async function sendLater(): Promise<void> {
  await world.context.db
    .updateTable('webhook_deliveries')
    .set({ due_at: new Date() })
    .where('state', '=', 'waiting')
    .execute();
  await send();
}

const log = async (person: Person, { id }: Webhook) =>
  ok(await person.call<{ items: WebhookDelivery[] }>('GET', `/api/me/webhooks/${id}/deliveries`))
    .items;
const own = async (person: Person) =>
  ok(await person.call<{ items: Webhook[] }>('GET', '/api/me/webhooks')).items;
const typesSent = () => receiver.received.map(({ body }) => body.type);

function isSigned({ headers, text }: Received, { secret }: { secret: string }): boolean {
  try {
    new Verifier(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

const submitPlan = ({ developer, ticketId }: Scene) =>
  developer.call('POST', `/api/tickets/${ticketId}/submit-plan`);
const approvePlan = ({ customer, ticketId }: Scene) =>
  customer.call('POST', `/api/tickets/${ticketId}/approve-plan`);

describe('a webhook', () => {
  test('is told what happens to a request, signed, and whose turn it is for its owner', async () => {
    const scene = await walkTo(world, 'planning');
    const [hers, his] = [
      await hook(scene.customer, { url: `${receiver.url}/hers` }),
      await hook(scene.developer, { url: `${receiver.url}/his` }),
    ];
    ok(await submitPlan(scene));
    await send();
    expect(receiver.received).toHaveLength(2);
    const at = (path: string) => receiver.received.find((call) => call.path === path);
    const [toHer, toHim] = [at('/hers'), at('/his')];
    expect(toHer?.body).toEqual({
      type: 'plan.submitted',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        ticket_id: scene.ticketId,
        milestone_id: null,
        message_id: null,
        by: 'developer',
        status: 'CUSTOMER_REVIEWING_PLAN',
        turn: {
          whose: 'mine',
          action: 'approve-plan',
          milestone_id: scene.milestoneId,
        },
      },
    });
    expect(toHim?.body.data.turn).toMatchObject({ whose: 'theirs', action: null });
    for (const call of receiver.received) {
      expect(webhookBodySchema.parse(call.body)).toEqual(call.body);
      expect(call.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Unblock-Webhook\/1 /),
      });
    }
    expect(toHer && isSigned(toHer, hers)).toBe(true);
    expect(toHer && isSigned(toHer, his)).toBe(false);
    expect(toHim && isSigned(toHim, his)).toBe(true);
  });

  test('is told by a job right after the change, without what anybody wrote', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    await hook(customer);
    const jobs = await startJobs(world.context);
    const id = await say(developer, ticketId, 'The secret plan');
    await expect.poll(() => receiver.received.length, PATIENCE).toBe(1);
    const [{ body, text } = { body: null, text: '' }] = receiver.received;
    expect(body).toMatchObject({
      type: 'message.posted',
      data: { ticket_id: ticketId, message_id: id, by: 'developer' },
    });
    expect(text).not.toContain('secret plan');
    await jobs.stop();
  });

  test('hears of what it has chosen, and of nobody else’s requests', async () => {
    const scene = await walkTo(world, 'planning');
    await hook(scene.customer, { events: ['plan.approved'] });
    await hook(await world.person('developer'));
    ok(await submitPlan(scene));
    ok(await approvePlan(scene));
    await send();
    expect(typesSent()).toEqual(['plan.approved']);
  });

  test('hears nothing of what was refused', async () => {
    const scene = await walkTo(world, 'planning');
    await hook(scene.customer);
    expect((await approvePlan(scene)).status).toBe(409);
    await send();
    expect(receiver.received).toEqual([]);
  });

  test('hears nothing of a request that its owner has lost, nor of a hidden message', async () => {
    const scene = await walkTo(world, 'reserved');
    const { customer, developer, ticketId } = scene;
    const his = await hook(developer);
    await say(customer, ticketId, 'Are you there?');
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    await say(customer, ticketId, 'Nobody?');
    await send();
    expect(receiver.received).toEqual([]);
    expect(await log(developer, his)).toEqual([]);

    const other = await walkTo(world, 'working');
    await hook(other.customer);
    const rude = await say(other.developer, other.ticketId, 'Pay me outside.');
    const { db } = world.context;
    const hidden = { is_hidden: true, text: null, code: null };
    await db.updateTable('messages').set(hidden).where('id', '=', rude).execute();
    await send();
    expect(typesSent()).toEqual([]);
  });

  test('of a suspended account hears nothing', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    await hook(customer);
    await say(developer, ticketId, 'Hello');
    const { db } = world.context;
    const ban = (banned_until: Date | null) =>
      db.updateTable('users').set({ banned_until }).where('id', '=', customer.id).execute();
    await ban(hours(24));
    await send();
    await ban(null);
    await send();
    expect(receiver.received).toEqual([]);
  });

  test('shows its secret once, and it is not stored as it is', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await own(ana))).not.toContain(made.secret);
    const rows = await world.context.db.selectFrom('webhooks').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(made.secret.slice(6));
    expect(rows[0]?.sealed_secret.includes(made.secret)).toBe(false);
  });

  test('signs with both secrets for a day after a new one was made', async () => {
    const ana = await world.person('customer');
    const first = await hook(ana);
    const path = `/api/me/webhooks/${first.id}`;
    const second = ok(await ana.call<WebhookWithSecret>('POST', `${path}/secret`));
    expect(second.secret).not.toBe(first.secret);
    expect(second.old_secret_until).not.toBeNull();
    ok(await ana.call('POST', `${path}/test`));
    await send();
    const { db } = world.context;
    await db
      .updateTable('webhooks')
      .set({ old_secret_until: hours(-1) })
      .execute();
    ok(await ana.call('POST', `${path}/test`));
    await send();
    const [both, one] = receiver.received;
    expect(both && [isSigned(both, first), isSigned(both, second)]).toEqual([true, true]);
    expect(one && [isSigned(one, first), isSigned(one, second)]).toEqual([false, true]);
    expect(one?.body).toMatchObject({ type: 'webhook.test', data: { ticket_id: null } });
  });

  test('is made and switched off by people alone: no program manages it', async () => {
    const ana = await world.person('customer');
    const { id } = await hook(ana);
    const { token } = ok(
      await ana.call<{ token: string }>('POST', '/api/me/tokens', {
        name: 'Editor',
        scopes: ['write'],
      }),
    );
    const headers = { authorization: `Bearer ${token}` };
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/secret`],
      ['POST', `/${id}/test`],
      ['GET', `/${id}/deliveries`],
    ] as const)
      expect(
        await ana.call(
          method,
          `/api/me/webhooks${path}`,
          method === 'GET' ? undefined : {},
          headers,
        ),
      ).toMatchObject({ status: 403, body: { code: 'not_for_programs' } });
  });

  test('is nobody else’s to see or change', async () => {
    const { id } = await hook(await world.person('customer'));
    const other = await world.person('customer');
    for (const [method, path] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const) {
      const body = method === 'PATCH' ? { is_on: false } : undefined;
      expect((await other.call(method, `/api/me/webhooks/${id}${path}`, body)).status).toBe(404);
    }
  });

  test('is one of at most so many', async () => {
    const [ana, ben] = [await world.person('customer'), await world.person('customer')];
    await hook(ben);
    for (let count = 1; count < MAX_WEBHOOKS; count++) await hook(ana);
    const body = { url: receiver.url, events: ['plan.submitted'] };
    const answers = await Promise.all([1, 2].map(() => ana.call('POST', '/api/me/webhooks', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test.each([
    [{ url: 'http://10.0.0.1/' }],
    [{ url: 'http://169.254.169.254/latest' }],
    [{ url: 'https://a:b@example.com/' }],
    [{ url: 'ftp://example.com/' }],
    [{ url: 'https://db.internal/' }],
    [{ url: `https://example.com/${'a'.repeat(2000)}` }],
    [{ url: `https://example.com/${'ü'.repeat(1000)}` }],
    [{ url: '' }],
    [{ events: [] }],
    [{ events: ['everything'] }],
  ])('is not made of %o', async (wrong) => {
    const ana = await world.person('customer');
    const body = { url: 'https://example.com/', events: ['plan.submitted'], ...wrong };
    expect((await ana.call('POST', '/api/me/webhooks', body)).status).toBe(400);
  });

  test('on this machine or without TLS is only for tests', async () => {
    const ana = await world.person('customer');
    world.context.config.looksAtLoopback = false;
    for (const url of [receiver.url, 'http://example.com/']) {
      const body = { url, events: ['plan.submitted'] };
      expect((await ana.call('POST', '/api/me/webhooks', body)).status).toBe(400);
    }
    world.context.config.looksAtLoopback = true;
  });

  test('that was added is mailed to its owner, without what follows its host', async () => {
    const ana = await world.person('customer');
    await hook(ana, { url: `${receiver.url}/key-in-path` });
    const mail = (await world.mails()).find(({ recipient }) => recipient === ana.email);
    expect(mail).toMatchObject({ kind: 'webhook_created' });
    expect(mail?.body_text).toContain('127.0.0.1');
    expect(mail?.body_text).not.toContain('key-in-path');
  });
});

describe('a receiver that fails', () => {
  const IN_TWO_HOURS = 'a date in two hours';

  test('is tried eight times over a day with the same id, and again when somebody asks', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    receiver.answer = (response) => void response.writeHead(500).end('Out of order\u0000\n\u202e');
    ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
    await send();
    const [first] = await log(ana, made);
    expect(first).toMatchObject({ state: 'waiting' });
    const soon = Date.parse(String(first?.next_try_at)) - Date.now();
    expect(soon).toBeGreaterThan(0);
    expect(soon).toBeLessThan(10_000);
    for (let count = 1; count < WEBHOOK_TRIES + 2; count++) await sendLater();
    expect(receiver.received).toHaveLength(WEBHOOK_TRIES);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([first?.id]),
    );
    const [failed] = await log(ana, made);
    expect(failed).toMatchObject({ state: 'failed', next_try_at: null, type: 'webhook.test' });
    expect(failed?.tries).toHaveLength(WEBHOOK_TRIES);
    expect(failed?.tries[0]).toMatchObject({
      status: 500,
      answer: expect.stringMatching(/^Out of order/),
      error: 'It answered 500',
    });
    expect((await own(ana))[0]?.failing_since).not.toBeNull();

    receiver.answer = (response) => void response.end('Thanks');
    const path = `/api/me/webhooks/${made.id}/deliveries/${first?.id}/again`;
    expect((await ana.call('POST', path)).status).toBe(202);
    await send();
    expect(receiver.received).toHaveLength(WEBHOOK_TRIES + 1);
    const [taken] = await log(ana, made);
    expect(taken).toMatchObject({ state: 'taken' });
    expect(taken?.tries.at(-1)).toMatchObject({ status: 200, answer: 'Thanks', error: null });
    expect((await own(ana))[0]?.failing_since).toBeNull();
  });

  test.each([
    ['120', 120],
    [IN_TWO_HOURS, 7200],
    ['999999999', WEBHOOK_LONGEST_WAIT],
    // Not less than by itself, and nothing by what is no time.
    ['1', WEBHOOK_WAITS[0]],
    ['-5', WEBHOOK_WAITS[0]],
    ['soon', WEBHOOK_WAITS[0]],
    ['Sun, 06 Nov 1994 08:49:37 GMT', WEBHOOK_WAITS[0]],
  ])('and asks for time by Retry-After: %s gets it', async (asked, seconds) => {
    const scene = await walkTo(world, 'planning');
    const made = await hook(scene.customer, { events: ['plan.submitted'] });
    const after = () =>
      asked === IN_TWO_HOURS ? new Date(Date.now() + 7_200_000).toUTCString() : asked;
    receiver.answer = (response) => void response.writeHead(503, { 'retry-after': after() }).end();
    ok(await submitPlan(scene));
    await send();
    const { due_at } = await world.context.db
      .selectFrom('webhook_deliveries')
      .select('due_at')
      .where('webhook_id', '=', made.id)
      .executeTakeFirstOrThrow();
    const wait = ((due_at?.getTime() ?? 0) - Date.now()) / 1000;
    expect(wait).toBeLessThanOrEqual(seconds);
    expect(wait).toBeGreaterThan(seconds - 60);
  });

  test('gets the steps of a request in order, while messages and other requests go on', async () => {
    const scene = await walkTo(world, 'planning');
    const { customer, ticketId } = scene;
    await hook(customer);
    receiver.answer = (response, { body }) =>
      void response.writeHead(body.type === 'plan.submitted' ? 503 : 204).end();
    ok(await submitPlan(scene));
    ok(await approvePlan(scene));
    await say(customer, ticketId, 'Go!');
    ok(await customer.call('POST', '/api/tickets', aRequest));
    await send();
    expect(typesSent()).toEqual(['plan.submitted', 'message.posted', 'request.created']);
    await send();
    expect(receiver.received).toHaveLength(3);
    receiver.answer = (response) => void response.end();
    await sendLater();
    expect(typesSent().slice(3)).toEqual(['plan.submitted', 'plan.approved']);
  });

  test('and leads elsewhere is not followed', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    const elsewhere = await openReceiver();
    receiver.answer = (response) => void response.writeHead(307, { location: elsewhere.url }).end();
    ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
    await send();
    expect(elsewhere.received).toEqual([]);
    const [failed] = await log(ana, made);
    expect(failed?.tries[0]).toMatchObject({
      status: 307,
      error: 'It leads elsewhere, and no redirect is followed',
    });
    await elsewhere.close();
  });

  test.each([
    ['fails for three days', 500, -73, 'failures'],
    ['is gone', 410, -1, 'gone'],
  ])('and %s is switched off, and its owner is told by mail', async (_, status, since, off_by) => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    const made = await hook(customer);
    receiver.answer = (response) => void response.writeHead(status).end();
    const { db } = world.context;
    await db
      .updateTable('webhooks')
      .set({ failing_since: hours(since) })
      .execute();
    await say(developer, ticketId, 'One');
    await say(developer, ticketId, 'Two');
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await own(customer)).toMatchObject([{ off_by, off_since: expect.any(String) }]);
    expect((await log(customer, made)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    const mails = (await world.mails()).filter(
      ({ kind, recipient }) => kind === 'webhook_off' && recipient === customer.email,
    );
    expect(mails).toHaveLength(1);

    await say(developer, ticketId, 'Three');
    expect(await log(customer, made)).toHaveLength(2);
    const path = `/api/me/webhooks/${made.id}`;
    expect((await customer.call('POST', `${path}/test`)).body).toMatchObject({
      code: 'webhook_off',
    });
    receiver.answer = (response) => void response.end();
    ok(await customer.call('PATCH', path, { is_on: true }));
    await say(developer, ticketId, 'Four');
    await send();
    expect(receiver.received).toHaveLength(2);
    expect(await own(customer)).toMatchObject([{ off_by: null, failing_since: null }]);
  });

  test('for two days and then works is not switched off', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    const { db } = world.context;
    await db
      .updateTable('webhooks')
      .set({ failing_since: hours(-72.5) })
      .execute();
    ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
    await send();
    expect(await own(ana)).toMatchObject([{ off_by: null, failing_since: null }]);
  });
});

describe('what its owner changes while a receiver is called', () => {
  test('counts: what failed as it was switched off is not sent once it is on again', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    const path = `/api/me/webhooks/${made.id}`;
    receiver.answer = async (response) => {
      ok(await ana.call('PATCH', path, { is_on: false }));
      response.writeHead(500).end();
    };
    ok(await ana.call('POST', `${path}/test`));
    await send();
    expect(await log(ana, made)).toMatchObject([{ state: 'failed', next_try_at: null }]);
    ok(await ana.call('PATCH', path, { is_on: true }));
    await sendLater();
    expect(receiver.received).toHaveLength(1);
  });

  test('counts: a failure of the old address is none of the new one', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    const path = `/api/me/webhooks/${made.id}`;
    receiver.answer = async (response, { path: at }) => {
      if (at === '/') ok(await ana.call('PATCH', path, { url: `${receiver.url}/new` }));
      response.writeHead(at === '/' ? 410 : 204).end();
    };
    ok(await ana.call('POST', `${path}/test`));
    await send();
    expect(await own(ana)).toMatchObject([{ off_by: null, failing_since: null }]);
    await sendLater();
    expect(await log(ana, made)).toMatchObject([{ state: 'taken' }]);
  });

  test('an address that was replaced after days of failures has days of its own', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    const path = `/api/me/webhooks/${made.id}`;
    await world.context.db
      .updateTable('webhooks')
      .set({ failing_since: hours(-73) })
      .execute();
    ok(await ana.call('PATCH', path, { url: `${receiver.url}/new` }));
    receiver.answer = (response) => void response.writeHead(500).end();
    ok(await ana.call('POST', `${path}/test`));
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await own(ana)).toMatchObject([{ off_by: null }]);
  });
});

describe('what is stored of webhooks', () => {
  test('is sent later where a server crashed while it sent', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    const { db } = world.context;
    ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
    await db
      .updateTable('webhooks')
      .set({ busy_until: hours(0.01) })
      .execute();
    await send();
    expect(receiver.received).toEqual([]);
    await db
      .updateTable('webhooks')
      .set({ busy_until: hours(-0.01) })
      .execute();
    await send();
    expect(receiver.received).toHaveLength(1);
  });

  test('is sent once by two servers at a time', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    await hook(customer);
    for (let count = 0; count < 30; count++) await say(developer, ticketId, `Message ${count}`);
    const second = createCourier(world.context);
    await Promise.all([courier.wakeAll(), second.wakeAll()]);
    await courier.whenIdle();
    await second.stop();
    await send();
    const ids = receiver.received.map(({ body }) => body.data.message_id);
    expect(ids).toHaveLength(30);
    expect(new Set(ids).size).toBe(30);
  });

  test('is removed from the log after 30 days', async () => {
    const ana = await world.person('customer');
    const made = await hook(ana);
    ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
    ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
    await send();
    const [, older] = await log(ana, made);
    const { db } = world.context;
    await db
      .updateTable('webhook_deliveries')
      .set({ happened_at: hours(-24 * 30 - 1) })
      .where('id', '=', older?.id ?? '')
      .execute();
    await tidy(world.context);
    expect(await log(ana, made)).toHaveLength(1);
  });

  test('is in the export of its owner, without the secret, and goes with the account', async () => {
    const ana = await world.person('customer');
    await givePassword(world, ana);
    const made = await hook(ana);
    ok(await ana.call('POST', `/api/me/webhooks/${made.id}/test`));
    await send();
    const found = ok(await ana.call('GET', '/api/me/export'));
    expect(found).toMatchObject({
      webhooks: [{ id: made.id, url: `${receiver.url}/` }],
      webhook_deliveries: [{ webhook_id: made.id, type: 'webhook.test', state: 'taken' }],
    });
    expect(JSON.stringify(found)).not.toContain(made.secret);
    ok(await ana.call('DELETE', '/api/me', { password: PASSWORD }));
    const { db } = world.context;
    for (const table of ['webhooks', 'webhook_deliveries'] as const)
      expect(await db.selectFrom(table).select('id').execute()).toEqual([]);
  });
});

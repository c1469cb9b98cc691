import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Account, AccountHistory } from '#domain/account.ts';
import type { AuditEntry } from '#domain/audit.ts';
import type { Ticket } from '#domain/ticket.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { listenTo } from '../testing/live.ts';
import { act, mailsTo, openModeratedWorld, promote, REASON } from '../testing/moderation.ts';
import { type Scene, walkTo } from '../testing/walk.ts';
import type { Person } from '../testing/world.ts';
import { takeStep } from '../tickets/steps.ts';

const { world, moderator } = await openModeratedWorld();
await world.listen();

const set = (person: { id: string }, verb: 'suspend' | 'restore', by = moderator) =>
  by.call<Account>('POST', `/api/moderation/accounts/${person.id}/${verb}`, { reason: REASON });
const list = async (query: string) =>
  ok(await moderator.call<{ items: Account[] }>('GET', `/api/moderation/accounts?${query}`)).items;
const statusOf = async (person: Person, { ticketId }: Pick<Scene, 'ticketId'>) =>
  ok(await person.call<Ticket>('GET', `/api/tickets/${ticketId}`)).status;

describe('the list of accounts', () => {
  test('is searched by name and address, as typed', async () => {
    const name = `Ö_${randomUUID().slice(0, 8)}%`;
    const person = await world.person('developer', { name });
    for (const q of [name, name.toLowerCase(), name.slice(2), person.email.slice(3, -3)]) {
      const found = await list(`q=${encodeURIComponent(q)}`);
      expect(found.map(({ id }) => id)).toEqual([person.id]);
    }
    expect(await list(`q=${encodeURIComponent('100% \\')}`)).toEqual([]);
    expect((await list('user_type=moderator&limit=100')).map(({ id }) => id)).toContain(
      moderator.id,
    );
    for (const query of ['user_type=boss', 'suspended=maybe', 'cursor=x', 'limit=0']) {
      expect((await moderator.call('GET', `/api/moderation/accounts?${query}`)).status).toBe(400);
    }
  });

  test('shows the newest 20 acts and requests of each', async () => {
    const customer = await world.person('customer');
    for (let count = 0; count < 21; count++) await postRequest(customer);
    const path = `/api/moderation/accounts/${customer.id}`;
    for (let count = 0; count < 21; count++) await moderator.call('GET', path);
    const { acts, requests } = ok(await moderator.call<AccountHistory>('GET', path));
    expect([acts.length, requests.length]).toEqual([20, 20]);
  });

  test('shows ratings, requests, reports and open money', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'results paid');
    const said = { text: 'Pay me outside.' };
    const path = `/api/tickets/${ticketId}`;
    const { id } = ok(await developer.call<{ id: string }>('POST', `${path}/messages`, said));
    ok(await customer.call('PUT', `${path}/feedback`, { rating: 4 }));
    ok(await customer.call('POST', `/api/messages/${id}/report`));
    await walkTo(world, 'open');
    const [found] = await list(`q=${developer.email}`);
    expect(found).toMatchObject({
      user_type: 'developer',
      rating_average: 4,
      rating_count: 1,
      reported: 1,
      requests: { running: 1, finished: 0 },
      money: { held_cents: 10_000, balance_cents: 0 },
      suspension: null,
      actions: { suspend: { allowed: true }, restore: { allowed: false } },
    });
    const history = ok(
      await moderator.call<AccountHistory>('GET', `/api/moderation/accounts/${developer.id}`),
    );
    expect(history.track).not.toBeNull();
    const ofCustomer = `/api/moderation/accounts/${customer.id}`;
    expect(ok(await moderator.call<AccountHistory>('GET', ofCustomer)).track).toBeNull();
    expect(history.requests).toMatchObject([{ id: ticketId, money: { held_cents: 10_000 } }]);
    expect(history.acts).toMatchObject([{ action: 'account_viewed', actor: { full_name: 'Mo' } }]);
  });

  test('keeps the ratings of a developer who has lost the request', async () => {
    const scene = await walkTo(world, 'results paid');
    const { customer, developer, ticketId, messages } = scene;
    ok(await customer.call('PUT', `/api/tickets/${ticketId}/feedback`, { rating: 5 }));
    ok(await customer.call('POST', `/api/messages/${messages.developer}/report`));
    ok(await act(moderator, scene, 'reopen'));
    expect(await list(`q=${developer.email}`)).toMatchObject([
      { rating_average: 5, rating_count: 1 },
    ]);
  });
});

describe('a suspension', () => {
  test('ends all sessions and streams at once, lets nobody in, and says why', async () => {
    const person = await world.person('developer');
    await givePassword(world, person);
    const stream = await listenTo(world.url, person);
    expect(ok(await set(person, 'suspend'))).toMatchObject({
      suspension: { reason: REASON },
      actions: { suspend: { allowed: false }, restore: { allowed: true } },
    });
    await stream.ended;
    expect((await person.call('GET', '/api/me')).status).toBe(401);
    expect(await person.call('GET', '/auth/v1/user')).toMatchObject({
      status: 403,
      body: { error_code: 'user_banned', msg: 'User is banned' },
    });
    const signIn = () =>
      world.call('POST', '/auth/v1/token?grant_type=password', {
        email: person.email,
        password: PASSWORD,
      });
    expect(await signIn()).toMatchObject({ status: 400, body: { error_code: 'user_banned' } });
    const [mail] = await mailsTo(world, person, 'account_suspended');
    expect(mail?.body_text).toContain(`> ${REASON}`);
    expect((await list('suspended=true&limit=100')).map(({ id }) => id)).toContain(person.id);

    expect(ok(await set(person, 'restore'))).toMatchObject({ suspension: null });
    expect((await signIn()).status).toBe(200);
    expect(await mailsTo(world, person, 'account_restored')).toHaveLength(1);
    expect((await list('suspended=true&limit=100')).map(({ id }) => id)).not.toContain(person.id);
  });

  test('of a developer leaves their running requests to the moderators, and tells the customer', async () => {
    const working = await walkTo(world, 'working');
    const { developer, customer } = working;
    ok(await set(developer, 'suspend'));
    expect(await statusOf(customer, working)).toBe('REQUIRES_MOD_ASSISTANCE');
    const [mail] = await mailsTo(world, customer, 'request_stopped');
    expect(mail?.body_text).not.toContain(REASON);
    expect(await act(moderator, working, 'resume')).toMatchObject({
      status: 409,
      body: { code: 'side_suspended' },
    });
    ok(await act(moderator, working, 'reopen'));
    expect(await statusOf(customer, working)).toBe('AWAITING_ASSIGNMENT');
  });

  test('of a customer stops their requests too, and a restored one goes on', async () => {
    const working = await walkTo(world, 'working');
    const open = await postRequest(working.customer);
    ok(await set(working.customer, 'suspend'));
    expect(await statusOf(working.developer, working)).toBe('REQUIRES_MOD_ASSISTANCE');
    const available = await working.developer.call('GET', '/api/tickets?view=available&limit=100');
    expect(JSON.stringify(available.body)).not.toContain(open.id);
    ok(await set(working.customer, 'restore'));
    ok(await act(moderator, working, 'resume'));
    expect(await statusOf(working.developer, working)).toBe('DEVELOPER_WORKING');
  });

  test('gives a reservation back to the open list, and leaves what has ended', async () => {
    const reserved = await walkTo(world, 'reserved');
    ok(await set(reserved.developer, 'suspend'));
    expect(await statusOf(reserved.customer, reserved)).toBe('AWAITING_ASSIGNMENT');
    const another = await world.person('developer');
    ok(await another.call('POST', `/api/tickets/${reserved.ticketId}/grab`));
    const ended = await walkTo(world, 'approved');
    ok(await set(ended.developer, 'suspend'));
    expect(await statusOf(ended.customer, ended)).toBe('CUSTOMER_APPROVED');
  });

  test('of an unblocker stops a finished request in which something breaks at this moment', async () => {
    const scene = await walkTo(world, 'approved');
    const { customer, developer, milestoneId } = scene;
    const broken = Promise.withResolvers<void>();
    const suspended = Promise.withResolvers<void>();
    const breaking = change(world.context, async (change) => {
      const locked = await lockTicket(change.tx, scene.ticketId);
      const step = { action: 'broke-again', actor: customer.viewer, checkIds: [] } as const;
      await takeStep(change, locked, { ...step, milestoneId: milestoneId ?? '', words: 'Again.' });
      broken.resolve();
      await suspended.promise;
    });
    await broken.promise;
    const suspending = set(developer, 'suspend');
    await Promise.race([suspending, setTimeout(1000)]);
    suspended.resolve();
    await breaking;
    ok(await suspending);
    expect(await statusOf(customer, scene)).toBe('REQUIRES_MOD_ASSISTANCE');
  });

  test('happens once, needs a reason, and not to oneself', async () => {
    const person = await world.person('customer');
    const other = await world.person('moderator');
    const answers = await Promise.all([set(person, 'suspend'), set(person, 'suspend', other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await set(person, 'suspend')).toMatchObject({
      body: { code: 'account_already_suspended' },
    });
    expect(await set(other, 'restore')).toMatchObject({ body: { code: 'account_not_suspended' } });
    expect(await set(moderator, 'suspend')).toMatchObject({
      status: 403,
      body: { code: 'own_account' },
    });
    expect((await moderator.call('GET', '/api/me')).status).toBe(200);
    expect((await set({ id: randomUUID() }, 'suspend')).status).toBe(404);
    const path = `/api/moderation/accounts/${other.id}/suspend`;
    expect((await moderator.call('POST', path, { reason: '' })).status).toBe(400);
  });

  test('is for another moderator where it is the other side of an own request, also an earlier one', async () => {
    const working = await walkTo(world, 'working');
    const ended = await walkTo(world, 'approved');
    const lost = await walkTo(world, 'planning');
    ok(await act(moderator, lost, 'take-in'));
    ok(await act(moderator, lost, 'reopen'));
    for (const [own, other] of [
      [working.customer, working.developer],
      [ended.developer, ended.customer],
      [lost.developer, lost.customer],
    ] as const) {
      await promote(world, own);
      const of = await own.call<AccountHistory>('GET', `/api/moderation/accounts/${other.id}`);
      expect(ok(of).account.actions).toMatchObject({
        suspend: { allowed: false, reason: 'This step belongs to someone else.' },
      });
      const refused = { status: 403, body: { code: 'not_your_part' } };
      expect(await set(other, 'suspend', own)).toMatchObject(refused);
      ok(await set(other, 'suspend'));
      expect(await set(other, 'restore', own)).toMatchObject(refused);
      ok(await set(other, 'restore'));
      ok(await set(await world.person('customer'), 'suspend', own));
    }
  });

  test('of both sides at once leaves one request with the moderators', async () => {
    const scenes = [await walkTo(world, 'working'), await walkTo(world, 'planning')];
    await Promise.all(
      scenes
        .flatMap(({ customer, developer }) => [customer, developer])
        .map((one) => set(one, 'suspend')),
    );
    const found = await world.context.db
      .selectFrom('tickets')
      .select('status')
      .where(
        'id',
        'in',
        scenes.map(({ ticketId }) => ticketId),
      )
      .execute();
    expect(found.map(({ status }) => status)).toEqual([
      'REQUIRES_MOD_ASSISTANCE',
      'REQUIRES_MOD_ASSISTANCE',
    ]);
  });

  test('is written down with what it did', async () => {
    const { developer, ticketId } = await walkTo(world, 'working');
    ok(await set(developer, 'suspend'));
    const audit = async (query: string) =>
      ok(await moderator.call<{ items: AuditEntry[] }>('GET', `/api/moderation/audit?${query}`))
        .items;
    expect(await audit(`target_id=${developer.id}`)).toMatchObject([
      {
        action: 'account_suspended',
        reason: REASON,
        before: { suspended: false },
        after: { suspended: true, sessions_ended: 1, requests_stopped: 1 },
        target: { label: developer.email },
      },
    ]);
    expect(await audit(`ticket_id=${ticketId}`)).toMatchObject([
      {
        action: 'request_stopped',
        before: { status: 'DEVELOPER_WORKING' },
        after: { status: 'REQUIRES_MOD_ASSISTANCE', suspended_side: developer.id },
      },
    ]);
  });
});

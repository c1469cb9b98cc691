import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Notification, NotificationPage } from '#domain/notification.ts';
import { tidy } from '../start/tidy.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { agreeOnPlan, aRequest, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { listenTo } from '../testing/live.ts';
import { PATIENCE } from '../testing/patience.ts';
import { say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function listOf(person: Person, query = ''): Promise<NotificationPage> {
  return ok(await person.call<NotificationPage>('GET', `/api/notifications${query}`));
}

async function kindsOf(person: Person): Promise<string[]> {
  return (await listOf(person, '?limit=100')).items.map(({ kind }) => kind);
}

async function unread(person: Person): Promise<number> {
  const path = '/api/me/unread';
  return ok(await person.call<{ notifications: number }>('GET', path)).notifications;
}

const markRead = (person: Person, body: object) =>
  person.call('POST', '/api/notifications/read', body);

describe('a step', () => {
  test('is told to whom it concerns, all along a request, and never to who took it', async () => {
    const scene = await walkTo(world, 'approved');
    const { customer, developer, ticketId, milestoneId } = scene;
    ok(await customer.call('PUT', `/api/tickets/${ticketId}/feedback`, { rating: 5 }));
    expect(await kindsOf(customer)).toEqual([
      'milestone_ready',
      'plan_submitted',
      'request_assigned',
      'new_message',
    ]);
    expect(await kindsOf(developer)).toEqual([
      'developer_rated',
      'milestone_accepted',
      'payment_held',
      'plan_approved',
    ]);
    const [, accepted] = (await listOf(developer)).items;
    expect(accepted).toMatchObject({
      ticket_id: ticketId,
      ticket_title: 'Login loops after deploy',
      milestone_title: 'Fix the login',
      count: 1,
      is_read: false,
    });
    expect(milestoneId).not.toBeNull();
  });

  test('says who took it, and tells each side its own part of the money', async () => {
    const { customer, developer } = await walkTo(world, 'approved');
    const names = async (person: Person) =>
      new Set((await listOf(person)).items.map(({ person_name }) => person_name));
    expect(await names(developer)).toEqual(new Set([null]));
    ok(await customer.call('PATCH', '/api/me', { first_name: 'Carla' }));
    ok(await developer.call('PATCH', '/api/me', { last_name: 'Moss' }));
    expect(await names(developer)).toEqual(new Set(['Carla']));
    expect(await names(customer)).toEqual(new Set(['Moss']));
    // Of 100 dollars the customer paid 75, at the price of a first hour.
    expect((await listOf(developer)).items).toMatchObject([
      { kind: 'milestone_accepted', money: { released_cents: 9000 } },
      { kind: 'payment_held', money: { held_cents: 9000 } },
      { kind: 'plan_approved', money: null },
    ]);
  });

  test('that pays a milestone says whether somebody is at work on it', async () => {
    const customer = await world.person('customer');
    const developer = await world.person('developer');
    const { id } = await postRequest(customer);
    await grab(developer, id);
    const plan = [{ title: 'First part' }, { title: 'Second part' }];
    const [first, second] = await agreeOnPlan({ customer, developer }, id, plan);
    await developer.call('POST', `/api/milestones/${first?.id}/start`);
    for (const milestone of [first, second]) await pay(world, customer, milestone?.id ?? '');
    expect((await listOf(developer)).items.slice(0, 2)).toMatchObject([
      { kind: 'payment_held', milestone_title: 'Second part', milestone_begun: false },
      { kind: 'payment_held', milestone_title: 'First part', milestone_begun: true },
    ]);
  });

  test('back is told too: changes, a delivery sent back, a request given back', async () => {
    const inReview = await walkTo(world, 'plan in review');
    const path = `/api/tickets/${inReview.ticketId}/request-changes`;
    ok(await inReview.customer.call('POST', path, { feedback: 'Shorter' }));
    expect(await kindsOf(inReview.developer)).toEqual(['plan_changes_requested']);

    const delivered = await walkTo(world, 'results unpaid');
    const reject = `/api/milestones/${delivered.milestoneId}/reject`;
    ok(await delivered.customer.call('POST', reject, { feedback: 'It still loops' }));
    expect((await kindsOf(delivered.developer))[0]).toBe('milestone_rejected');

    const reserved = await walkTo(world, 'reserved');
    ok(await reserved.developer.call('POST', `/api/tickets/${reserved.ticketId}/abandon`));
    expect((await kindsOf(reserved.customer))[0]).toBe('request_given_back');
  });

  test('of a moderator is told to both sides, a report to moderators', async () => {
    const moderator = await world.person('moderator');
    const { customer, developer, ticketId } = await walkTo(world, 'rejected');
    for (const side of [customer, developer]) {
      expect((await kindsOf(side))[0]).toBe('request_closed');
    }
    const [report] = (await listOf(moderator)).items.filter((one) => one.ticket_id === ticketId);
    expect(report).toMatchObject({ kind: 'message_reported', ticket_title: null });
  });

  test('is mailed with the beginning of a request that was written in one line', async () => {
    const customer = await world.person('customer');
    const developer = await world.person('developer');
    const description = `**My login loops** and ${'nothing helps '.repeat(100)}at all, please help`;
    const path = '/api/tickets';
    const posted = await customer.call<{ id: string }>('POST', path, { ...aRequest, description });
    const { id } = ok(posted);
    await grab(developer, id);
    const help = { reason: 'other', text: 'What do you mean by nothing?' };
    ok(await developer.call('POST', `/api/tickets/${id}/get-help`, help));
    const mails = await world.mails({ to: customer.email, since: new Date(0) });
    expect(mails.map(({ kind }) => kind)).toEqual(['request_assigned', 'help_asked']);
    for (const { body_text } of mails) {
      expect(body_text).toMatch(/"My login loops and nothing helps [^"]{50,100}…"/);
      expect(body_text).not.toContain('please help');
    }
  });

  test('that is refused, or not kept, is told to nobody', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    const before = await kindsOf(customer);
    await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`);
    const path = `/api/tickets/${ticketId}/messages`;
    const refused = { text: 'With a file', attachments: ['nobody/knows/it'] };
    expect((await developer.call('POST', path, refused)).status).toBe(400);
    expect(await kindsOf(customer)).toEqual(before);
  });

  test('that happens again before it was read is told once, with a count', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    ok(await markRead(customer, { until: new Date().toISOString() }));
    for (const text of ['One', 'Two', 'Three']) await say(developer, ticketId, text);
    const [first, second] = (await listOf(customer)).items;
    expect(first).toMatchObject({ kind: 'new_message', count: 3, is_read: false });
    expect(second?.is_read).toBe(true);
    expect(await unread(customer)).toBe(1);
  });
});

describe('the list', () => {
  test('of a thread is read with the thread', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'planning');
    ok(await customer.call('POST', `/api/tickets/${ticketId}/read`));
    const messages = (await listOf(customer)).items.filter(({ kind }) => kind === 'new_message');
    expect(messages.map(({ is_read }) => is_read)).toEqual([true]);
    await say(developer, ticketId, 'Something new');
    expect((await listOf(customer)).items[0]).toMatchObject({ count: 1, is_read: false });
  });

  test('is marked read one by one or up to a time, by its owner alone', async () => {
    const { customer, developer } = await walkTo(world, 'results paid');
    const { items } = await listOf(customer);
    const ids = items.map(({ id }) => id);
    expect(await unread(customer)).toBe(4);
    expect((await markRead(developer, { ids })).status).toBe(204);
    expect(await unread(customer)).toBe(4);
    expect((await markRead(customer, { ids: ids.slice(0, 1) })).status).toBe(204);
    expect(await unread(customer)).toBe(3);
    const until = items[2]?.created_at;
    expect((await markRead(customer, { until })).status).toBe(204);
    expect(await unread(customer)).toBe(1);
  });

  test('is read with its request, and with no other', async () => {
    const { customer, ticketId } = await walkTo(world, 'results paid');
    const other = await walkTo(world, 'results paid');
    expect((await markRead(customer, { ticket_id: other.ticketId })).status).toBe(204);
    expect([await unread(customer), await unread(other.customer)]).toEqual([4, 4]);
    expect((await markRead(customer, { ticket_id: ticketId })).status).toBe(204);
    expect([await unread(customer), await unread(other.customer)]).toEqual([0, 4]);
  });

  test.each([
    {},
    { ids: [] },
    { ids: ['x'] },
    { until: 'today' },
    { ids: [randomUUID()], until: 'x' },
    { until: '0000-01-01T00:00:00Z' },
    { ids: Array.from({ length: 101 }, () => randomUUID()) },
  ])('is not marked by %j', async (body) => {
    const customer = await world.person('customer');
    expect((await markRead(customer, body)).status).toBe(400);
  });

  test('comes in pages, newest first, without a gap or a repeat', async () => {
    const { customer, ticketId } = await walkTo(world, 'open');
    await sql`insert into notifications (person_id, kind, ticket_id, created_at, read_at)
      select ${customer.id}, 'request_given_back', ${ticketId}, date_trunc('minute', now()) - n / 7 * interval '1 s', now()
      from generate_series(1, 45) n`.execute(world.context.db);
    const seen: Notification[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: NotificationPage = await listOf(customer, cursor && `?cursor=${cursor}`);
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(45);
    const places = seen.map(({ created_at, id }) => `${created_at} ${id}`);
    expect(places).toEqual(places.toSorted().reverse());
  });

  test('shows nothing of a request to a developer who has left it', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'reserved');
    await say(customer, ticketId, 'Are you there?');
    expect((await listOf(developer)).items[0]?.ticket_title).toBe('Login loops after deploy');
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    ok(await customer.call('PATCH', '/api/me', { first_name: 'Secret' }));
    const rival = await world.person('developer', { categories: ['web'] });
    ok(await rival.call('POST', `/api/tickets/${ticketId}/grab`));
    const expected = { ticket_id: ticketId, ticket_title: null, person_name: null };
    expect((await listOf(developer)).items[0]).toMatchObject(expected);
  });

  test('forgets after 90 days, and with its request or account', async () => {
    const { customer, developer } = await walkTo(world, 'reserved');
    const old = await walkTo(world, 'reserved');
    await sql`update notifications set created_at = now() - interval '91 days'
      where person_id = ${old.customer.id}`.execute(world.context.db);
    await tidy(world.context);
    expect(await kindsOf(old.customer)).toEqual([]);
    expect(await kindsOf(customer)).toEqual(['new_message']);
    const left = await walkTo(world, 'reserved');
    ok(await left.developer.call('POST', `/api/tickets/${left.ticketId}/abandon`));
    ok(await left.customer.call('DELETE', `/api/tickets/${left.ticketId}`));
    await givePassword(world, left.customer);
    expect(await kindsOf(left.customer)).toEqual([]);
    ok(
      await developer.call(
        'POST',
        `/api/tickets/${(await listOf(customer)).items[0]?.ticket_id}/abandon`,
      ),
    );
    await givePassword(world, developer);
    ok(await developer.call('DELETE', '/api/me', { password: PASSWORD }));
    const { rows } =
      await sql`select 1 from notifications where person_id = ${developer.id}`.execute(
        world.context.db,
      );
    expect(rows).toEqual([]);
  });
});

test('news is heard at once by the open screens of whom it is for, and by no others', async () => {
  const url = await world.listen();
  const scene = await walkTo(world, 'results unpaid');
  const stranger = await world.person('developer', { categories: ['web'] });
  const streams = await Promise.all(
    [scene.developer, scene.customer, stranger].map((person) => listenTo(url, person)),
  );
  await pay(world, scene.customer, scene.milestoneId ?? '');
  const heard = () =>
    streams.map((stream) => stream.heard.filter(({ event }) => event === 'notification').length);
  await vi.waitFor(() => expect(heard()).toEqual([1, 0, 0]), PATIENCE);
  for (const stream of streams) stream.close();
});

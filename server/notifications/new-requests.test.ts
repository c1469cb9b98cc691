import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#domain/category.ts';
import type { NEW_REQUEST_PACES } from '#domain/new-request-pace.ts';
import type { NotificationPage } from '#domain/notification.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { tellDailyNews } from './daily-news.ts';
import { announceRequest } from './new-requests.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer', { name: 'Maya' });
});
afterAll(() => world.close());

async function developerAt(
  pace: (typeof NEW_REQUEST_PACES)[number],
  categories: Category[],
): Promise<Person> {
  const developer = await world.person('developer', { categories });
  ok(await developer.call('PATCH', '/api/me', { notifications: { new_request: pace } }));
  return developer;
}

async function mailsTo({ email }: Person) {
  const mails = await world.mails();
  return mails.filter(({ recipient }) => recipient === email);
}

async function listed(developer: Person) {
  const path = '/api/notifications';
  return ok(await developer.call<NotificationPage>('GET', path)).items;
}

const announce = (id: string) => announceRequest(world.context, { ticket_id: id });

describe('a new request', () => {
  test('is told at once to developers whom it suits and who want that', async () => {
    const wants = await developerAt('at_once', ['ios']);
    const others = [
      await developerAt('at_once', ['backend']),
      await developerAt('daily', ['ios']),
      await developerAt('never', ['ios']),
    ];
    const { id } = await postRequest(customer, { categories: ['ios', 'web'] });
    await announce(id);
    const [mail] = await mailsTo(wants);
    expect(mail).toMatchObject({ kind: 'new_request', subject: 'New Request Created' });
    for (const fact of ['Name: Maya', 'Categories: iOS', 'Budget: $100', 'Description: Login']) {
      expect(mail?.body_text).toContain(fact);
    }
    expect(mail?.body_text).not.toContain(customer.email);
    expect(await listed(wants)).toMatchObject([
      { kind: 'new_request', ticket_id: id, ticket_title: 'Login loops after deploy' },
    ]);
    for (const other of others) {
      expect([await mailsTo(other), await listed(other)]).toEqual([[], []]);
    }
  });

  test('waits for the end of quiet hours, and is not told then if it was taken', async () => {
    const sleeper = await developerAt('at_once', ['infrastructure']);
    const quiet_hours = { from: 22, to: 7, time_zone: 'America/New_York' };
    ok(await sleeper.call('PATCH', '/api/me', { notifications: { quiet_hours } }));
    const night = new Date('2026-11-25T05:00:00Z');
    const morning = new Date('2026-11-25T12:00:00Z');
    const [open, taken] = [
      await postRequest(customer, { categories: ['infrastructure'] }),
      await postRequest(customer, { categories: ['infrastructure'] }),
    ];
    for (const { id } of [open, taken]) {
      await announceRequest(world.context, { ticket_id: id }, night);
      const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs j
        where task_identifier = 'announce-request' order by id desc limit 1`.execute(
        world.context.db,
      );
      expect(rows[0]?.run_at).toEqual(morning);
    }
    expect(await listed(sleeper)).toEqual([]);
    await grab(await developerAt('never', ['infrastructure']), taken.id);
    for (const { id } of [open, taken])
      await announceRequest(world.context, { ticket_id: id }, morning);
    expect(await listed(sleeper)).toMatchObject([{ ticket_id: open.id }]);
  });

  test('is told once to each of many, however often and wherever its job runs', async () => {
    const many = 150;
    await sql`with made as (insert into profiles (user_type, supported_categories, notifications)
        select 'developer', '{android}', '{"new_request": "at_once"}' from generate_series(1, ${many})
        returning id)
      insert into users (id, email) select id, id || '@example.org' from made`.execute(
      world.context.db,
    );
    const { id } = await postRequest(customer, { categories: ['android'] });
    await Promise.all([announce(id), announce(id)]);
    await announce(id);
    const mails = (await world.mails()).filter(({ recipient }) => recipient.endsWith('.org'));
    expect(mails).toHaveLength(many);
    expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(many);
  });

  test('that was taken meanwhile is told to nobody, and leaves the lists', async () => {
    const [slow, quick] = [
      await developerAt('at_once', ['infrastructure']),
      await developerAt('never', ['infrastructure']),
    ];
    const told = await postRequest(customer, { categories: ['infrastructure'] });
    await announce(told.id);
    expect(await listed(slow)).toHaveLength(1);
    await grab(quick, told.id);
    expect(await listed(slow)).toEqual([]);
    const taken = await postRequest(customer, { categories: ['infrastructure'] });
    await grab(quick, taken.id);
    await announce(taken.id);
    expect(await mailsTo(slow)).toHaveLength(1);
  });

  test('is not told to suspended developers; an edit tells those whom it suits now', async () => {
    const suspended = await developerAt('at_once', ['react-native']);
    const later = await developerAt('at_once', ['mobile']);
    await sql`update users set banned_until = 'infinity' where id = ${suspended.id}`.execute(
      world.context.db,
    );
    const { id } = await postRequest(customer, { categories: ['react-native'] });
    await announce(id);
    ok(await customer.call('PATCH', `/api/tickets/${id}`, { categories: ['mobile'] }));
    await announce(id);
    expect(await mailsTo(suspended)).toEqual([]);
    expect(await mailsTo(later)).toHaveLength(1);
  });
});

describe('a request that is open again in its middle', () => {
  test('is told anew, once, to those whom it suits and who have not had it', async () => {
    const eve = await developerAt('at_once', ['infrastructure']);
    const dan = await developerAt('at_once', ['infrastructure']);
    const daily = await developerAt('daily', ['infrastructure']);
    const { id } = await postRequest(customer, { categories: ['infrastructure'] });
    await announce(id);
    await tellDailyNews(world.context);
    await grab(dan, id);
    ok(await eve.call('POST', '/api/notifications/read', { ticket_id: id }));
    const mailed = async (person: Person) =>
      (await mailsTo(person)).filter(({ kind }) => /new_request|daily/.test(kind)).length;
    const waiting = async () =>
      (
        await sql`select id from graphile_worker.jobs where task_identifier = 'announce-request'`.execute(
          world.context.db,
        )
      ).rows.length;
    const [jobs, mails] = [await waiting(), await Promise.all([eve, dan, daily].map(mailed))];
    expect(mails).toEqual([1, 1, 1]);
    ok(await dan.call('POST', `/api/tickets/${id}/give-back`, { note: 'Not for me.' }));
    expect(await waiting()).toBe(jobs + 1);
    await Promise.all([announce(id), announce(id)]);
    const tomorrow = new Date(Date.now() + 86_400_000);
    await tellDailyNews(world.context, tomorrow);
    expect(await Promise.all([eve, dan, daily].map(mailed))).toEqual([2, 1, 2]);
    expect((await mailsTo(eve)).at(-1)?.subject).toBe('A Request Is Open Again');
    expect((await listed(eve)).filter(({ ticket_id }) => ticket_id === id)).toMatchObject([
      { kind: 'new_request', is_read: false },
    ]);
  });
});

describe('the daily news', () => {
  const DAY_MS = 86_400_000;

  test('are one mail with what came since the last and nobody has taken', async () => {
    const reader = await developerAt('daily', ['backend']);
    const rival = await developerAt('never', ['backend']);
    const taken = await postRequest(customer, { categories: ['backend'], description: 'Taken' });
    await postRequest(customer, { categories: ['backend'], description: 'Loops\nMore' });
    await postRequest(customer, { categories: ['backend'], description: '<b>Crashes</b>' });
    await grab(rival, taken.id);
    const now = new Date();
    await Promise.all([tellDailyNews(world.context, now), tellDailyNews(world.context, now)]);
    await tellDailyNews(world.context, now);
    const [mail, ...others] = await mailsTo(reader);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('2 new requests in your categories');
    expect(mail?.body_text).toContain('<b>Crashes</b>');
    expect(mail?.body_html).not.toContain('<b>Crashes');
    expect(mail?.body_text).not.toContain('Taken');
    expect(await listed(reader)).toMatchObject([
      { kind: 'new_request', ticket_id: null, count: 2 },
    ]);

    // A day later there is only what is new.
    const tomorrow = new Date(now.getTime() + DAY_MS);
    await tellDailyNews(world.context, tomorrow);
    expect(await mailsTo(reader)).toHaveLength(1);
    const { id } = await postRequest(customer, { categories: ['backend'], description: 'Fresh' });
    await sql`update tickets set created_at = ${tomorrow} where id = ${id}`.execute(
      world.context.db,
    );
    await tellDailyNews(world.context, new Date(tomorrow.getTime() + 1000));
    expect((await mailsTo(reader))[1]?.subject).toBe('1 new request in your categories');
  });

  test('have what was open to those alone, whom it fits best, as the last were sent', async () => {
    const [first, reader] = [
      await developerAt('daily', ['infrastructure']),
      await developerAt('daily', ['infrastructure']),
    ];
    const post = (description: string) =>
      postRequest(customer, { categories: ['infrastructure'], description });
    const { id } = await post('First for one');
    // They come first until some minutes later.
    await sql`update tickets set first_until = now() + interval '5 minutes',
      first_for = array[${first.id}]::uuid[] where id = ${id}`.execute(world.context.db);
    await post('For all');
    await tellDailyNews(world.context, new Date());
    const told = async (person: Person) =>
      (await mailsTo(person)).map(({ body_text }) => body_text.match(/First for one|For all/g));
    expect(await told(first)).toEqual([['For all', 'First for one']]);
    expect(await told(reader)).toEqual([['For all']]);
    await sql`update tickets set first_until = now() where id = ${id}`.execute(world.context.db);
    await tellDailyNews(world.context, new Date(Date.now() + DAY_MS));
    expect(await told(reader)).toEqual([['For all'], ['First for one']]);
    expect(await told(first)).toHaveLength(1);
  });

  test('are not sent where there are none, or to others', async () => {
    const people = [
      await developerAt('daily', ['other']),
      await developerAt('at_once', ['backend']),
      await developerAt('never', ['backend']),
    ];
    await tellDailyNews(world.context);
    for (const person of people) expect(await mailsTo(person)).toEqual([]);
  });
});

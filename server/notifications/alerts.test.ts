import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '#domain/alert.ts';
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

const PATH = '/api/me/alerts';
const add = (person: Person, body: object) =>
  person.call<Alert & { code: string; errors: { path: string }[] }>('POST', PATH, body);
const listOf = async (person: Person) =>
  ok(await person.call<{ items: Alert[]; next_cursor: null }>('GET', PATH)).items;

/** An unblocker with alerts. */
async function hearer(alerts: object[], notifications: object = {}): Promise<Person> {
  const person = await world.person('developer');
  ok(await person.call('PATCH', '/api/me', { notifications }));
  for (const alert of alerts) ok(await add(person, alert));
  return person;
}

const announce = (id: string) => announceRequest(world.context, { ticket_id: id });

async function told({ id, call, email }: Person) {
  const { items } = ok(await call<NotificationPage>('GET', '/api/notifications'));
  const mails = (await world.mails()).filter(({ recipient }) => recipient === email);
  return { id, listed: items.map(({ ticket_id }) => ticket_id), mails };
}

describe('the alerts of an unblocker', () => {
  test('are added, listed oldest first, and deleted', async () => {
    const dan = await world.person('developer');
    expect(await listOf(dan)).toEqual([]);
    const first = ok(
      await add(dan, { categories: ['web'], ai_tools: ['CLAUDE'], min_budget_cents: 5000 }),
    );
    expect(first).toMatchObject({
      id: expect.any(String),
      categories: ['web'],
      ai_tools: ['CLAUDE'],
      min_budget_cents: 5000,
      words: null,
      when: 'at_once',
    });
    const second = ok(await add(dan, { words: 'stripe', when: 'daily' }));
    expect(await listOf(dan)).toEqual([first, second]);
    expect((await dan.call('DELETE', `${PATH}/${first.id}`)).status).toBe(204);
    expect(await listOf(dan)).toEqual([second]);
    expect((await dan.call('DELETE', `${PATH}/${first.id}`)).status).toBe(404);
  });

  test('are deleted all at once, and nobody else’s', async () => {
    const [dan, eve] = [await hearer([{}, { words: 'stripe' }]), await hearer([{}])];
    for (let times = 0; times < 2; times += 1) {
      expect((await dan.call('DELETE', PATH)).status).toBe(204);
    }
    expect([await listOf(dan), await listOf(eve)]).toMatchObject([[], [{}]]);
  });

  test('are one’s own, of unblockers alone, ten at most, also of many at once', async () => {
    const dan = await world.person('developer');
    const eve = await world.person('developer');
    const { id } = ok(await add(dan, {}));
    expect((await eve.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
    for (const person of [customer, await world.person('moderator')]) {
      expect((await person.call('GET', PATH)).status).toBe(403);
      expect((await add(person, {})).status).toBe(403);
      expect((await person.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, each) => add(dan, { words: `word ${each}` })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [409, 'too_many_alerts']),
    );
    expect(await listOf(dan)).toHaveLength(10);
  });

  test('refuse what cannot be looked for, naming it, and hostile words do no harm', async () => {
    const dan = await world.person('developer');
    const { status, body } = await add(dan, {
      categories: ['cooking'],
      ai_tools: 'CLAUDE',
      min_budget_cents: -1,
      when: 'hourly',
      words: 'x'.repeat(201),
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }) => path).sort()).toEqual([
      ...['ai_tools', 'categories.0', 'min_budget_cents', 'when', 'words'],
    ]);
    const words = `' or 1=1; -- %_ \\ ( [a-z]+ <b>`;
    expect(ok(await add(dan, { words }))).toMatchObject({ words });
    const { id } = await postRequest(customer, { description: 'Plain words' });
    await announce(id);
    expect((await told(dan)).listed).toEqual([]);
  });
});

describe('a new request', () => {
  test('is told at once where an alert looks for it, once where several do, and else not', async () => {
    const twice = await hearer([
      { words: 'stripe' },
      { ai_tools: ['CLAUDE'], min_budget_cents: 20_000 },
    ]);
    const dear = await hearer([{ min_budget_cents: 50_000 }]);
    const later = await hearer([{ words: 'stripe', when: 'daily' }]);
    const all = await hearer([]);
    const foreign = await hearer([{ categories: ['ios'] }]);
    const { id } = await postRequest(customer, {
      description: 'Stripe webhooks come twice',
      budget: '$300',
    });
    await Promise.all([announce(id), announce(id)]);
    await announce(id);
    expect((await told(twice)).listed).toEqual([id]);
    expect((await told(twice)).mails).toMatchObject([
      {
        subject: 'New Request Created',
        body_text: expect.stringContaining('that one of your alerts looks for'),
      },
    ]);
    expect((await told(all)).mails[0]?.body_text).toContain('in your categories');
    for (const other of [dear, later, foreign])
      expect(await told(other)).toMatchObject({ listed: [], mails: [] });
    // What it looks for never goes beyond what suits them.
    const ios = await postRequest(customer, { categories: ['ios'] });
    await announce(ios.id);
    expect((await told(foreign)).listed).toEqual([]);
  });

  test('is in the list of whoever wants no such mails, and in none without an alert', async () => {
    const quiet = await hearer([{ words: 'postgres' }], { new_request: 'never' });
    const none = await hearer([], { new_request: 'never' });
    const { id } = await postRequest(customer, { description: 'Postgres is slow' });
    await announce(id);
    expect(await told(quiet)).toMatchObject({ listed: [id], mails: [] });
    expect(await told(none)).toMatchObject({ listed: [], mails: [] });
  });

  test('waits for the end of quiet hours', async () => {
    const quiet_hours = { from: 22, to: 7, time_zone: 'America/New_York' };
    const sleeper = await hearer([{ words: 'redis' }], { quiet_hours });
    const { id } = await postRequest(customer, { description: 'Redis is full' });
    const at = (time: string) =>
      announceRequest(world.context, { ticket_id: id }, new Date(`2026-11-25T${time}Z`));
    await at('05:00:00');
    expect((await told(sleeper)).listed).toEqual([]);
    const jobs = sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
      where task_identifier = 'announce-request' order by id desc limit 1`;
    expect((await jobs.execute(world.context.db)).rows[0]?.run_at).toEqual(
      new Date('2026-11-25T12:00:00Z'),
    );
    await at('12:00:00');
    expect((await told(sleeper)).listed).toEqual([id]);
  });

  test('comes in the daily mail where an alert says so, without what was told at once', async () => {
    const reader = await hearer(
      [
        { words: 'kafka', when: 'daily' },
        { min_budget_cents: 90_000, when: 'at_once' },
      ],
      { new_request: 'at_once' },
    );
    const rival = await world.person('developer');
    const [cheap, dear, taken, other] = [
      await postRequest(customer, { description: 'Kafka lags' }),
      await postRequest(customer, { description: 'Kafka is down', budget: '$1,000' }),
      await postRequest(customer, { description: 'Kafka is gone' }),
      await postRequest(customer, { description: 'Nothing like it' }),
    ];
    for (const { id } of [cheap, dear, taken, other]) await announce(id);
    expect((await told(reader)).listed).toEqual([dear.id]);
    await grab(rival, taken.id);
    const now = new Date();
    await Promise.all([tellDailyNews(world.context, now), tellDailyNews(world.context, now)]);
    const { mails } = await told(reader);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'New Request Created',
      '1 new request that one of your alerts looks for',
    ]);
    expect(mails[1]?.body_text).toContain('Kafka lags');
    expect(mails[1]?.body_text).not.toContain('Kafka is down');
  });
});

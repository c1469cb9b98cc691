import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report, resolve } from '../ledger/findings.ts';
import { change } from '../lifecycle/change.ts';
import { mailAlarms, mailDesk } from '../moderation/desk-mail.ts';
import { ok } from '../testing/deeds.ts';
import { act, decisionsOf, mailsTo, REASON, reported } from '../testing/moderation.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;

/** A report and an appeal, which moderators are told of. */
async function reportAndAppeal(moderator: Person): Promise<void> {
  const scene = await reported(world, 'working');
  ok(await act(moderator, scene, 'resume'));
  const [decision] = await decisionsOf(scene.customer, scene);
  const path = `/api/decisions/${decision?.id}/appeal`;
  ok(await scene.customer.call('POST', path, { text: 'I do not agree.' }));
}

/** How many mails somebody had about the queue. */
const told = async (person: Person) => ({
  reports: (await mailsTo(world, person, 'message_reported')).length,
  appeals: (await mailsTo(world, person, 'appeal_made')).length,
  news: (await mailsTo(world, person, 'desk_news')).length,
});

const choose = async (person: Person, desk: string) =>
  ok(await person.call('PATCH', '/api/me', { notifications: { desk } }));

const mail = (person: Person, at: Date) =>
  change(world.context, (change) => mailDesk(change, { person_id: person.id }, at));

test('a suspended moderator is told of nothing until they are restored', async () => {
  const [active, away] = [await world.person('moderator'), await world.person('moderator')];
  await choose(active, 'at_once');
  await choose(away, 'at_once');
  const account = `/api/moderation/accounts/${away.id}`;
  ok(await active.call('POST', `${account}/suspend`, { reason: REASON }));
  await reportAndAppeal(active);
  expect(await told(active)).toEqual({ reports: 1, appeals: 1, news: 0 });
  expect(await told(away)).toEqual({ reports: 0, appeals: 0, news: 0 });
  const { rows } = await world.context.pool.query(
    'select from notifications where person_id = $1',
    [away.id],
  );
  expect(rows).toEqual([]);
  ok(await active.call('POST', `${account}/restore`, { reason: REASON }));
  await reportAndAppeal(active);
  expect(await told(away)).toEqual({ reports: 1, appeals: 1, news: 0 });
});

describe('a moderator gets', () => {
  test('the first news at once, and one mail about all that comes within the hour', async () => {
    const moderator = await world.person('moderator');
    const began = Date.now();
    for (let n = 0; n < 4; n++) await reported(world, 'planning');
    expect(await told(moderator)).toEqual({ reports: 1, appeals: 0, news: 0 });
    const waits = sql<{ at: Date }>`select run_at as at from graphile_worker.jobs
      where key = ${`desk-mail:${moderator.id}`}`;
    const [job, ...more] = (await waits.execute(world.context.db)).rows;
    expect(more).toEqual([]);
    expect(job?.at.getTime()).toBeGreaterThanOrEqual(began + HOUR_MS);

    await mail(moderator, new Date(began));
    expect((await told(moderator)).news).toBe(0);
    const after = new Date(Date.now() + HOUR_MS);
    await Promise.all([mail(moderator, after), mail(moderator, after)]);
    const [news, ...others] = await mailsTo(world, moderator, 'desk_news');
    expect(others).toEqual([]);
    expect(news?.subject).toBe('New for moderators: 3 requests, 3 reports');
    expect(news?.body_text).toMatch(/Requests that need help:\s*3/);
    expect(news?.body_text).toMatch(/Reported messages:\s*3/);
    // Nothing came since.
    await mail(moderator, new Date(after.getTime() + HOUR_MS));
    expect((await told(moderator)).news).toBe(1);
  });

  test('no mail about what a colleague has decided meanwhile', async () => {
    const moderator = await world.person('moderator');
    await reported(world, 'planning');
    const scene = await reported(world, 'planning');
    ok(await act(moderator, scene, 'resume'));
    await mail(moderator, new Date(Date.now() + HOUR_MS));
    expect((await told(moderator)).news).toBe(0);
  });

  test('each news, or one mail a day, as they choose', async () => {
    const [eager, calm] = [await world.person('moderator'), await world.person('moderator')];
    await choose(eager, 'at_once');
    await choose(calm, 'daily');
    for (let n = 0; n < 3; n++) await reported(world, 'planning');
    expect((await told(eager)).reports).toBe(3);
    expect((await told(calm)).reports).toBe(1);
    await mail(calm, new Date(Date.now() + 2 * HOUR_MS));
    expect((await told(calm)).news).toBe(0);
    await mail(calm, new Date(Date.now() + 24 * HOUR_MS));
    expect((await told(calm)).news).toBe(1);
    const no = await calm.call('PATCH', '/api/me', { notifications: { desk: 'never' } });
    expect(no.status).toBe(400);
  });

  test('at once what is wrong with the money, once, whatever they chose', async () => {
    const moderator = await world.person('moderator');
    await choose(moderator, 'daily');
    const alarms = () => mailsTo(world, moderator, 'money_alarm');
    await mailAlarms(world.context);
    expect(await alarms()).toEqual([]);
    const find = (about: string) =>
      report(world.context.db as never, { kind: 'payment_differs', about, detail: 'By $1.00' });
    await find('pi_1');
    await mailAlarms(world.context);
    await mailAlarms(world.context);
    const [alarm, ...more] = await alarms();
    expect(more).toEqual([]);
    expect(alarm?.body_text).toContain('payment differs, pi_1: By $1.00');
    await find('pi_2');
    await mailAlarms(world.context);
    expect(await alarms()).toHaveLength(2);
    // What was mended and comes back is news, and what is found again while it lasts is not.
    await resolve(world.context.db, 'payment_differs', ['pi_2']);
    await mailAlarms(world.context);
    await find('pi_1');
    await mailAlarms(world.context);
    expect(await alarms()).toHaveLength(2);
    await find('pi_2');
    await mailAlarms(world.context);
    expect(await alarms()).toHaveLength(3);
  });

  test('what is newly wrong in the books at once, also if it was wrong before and then was not', async () => {
    const moderator = await world.person('moderator');
    const mailsAfter = async (...broken: string[]) => {
      const { length } = await mailsTo(world, moderator, 'money_alarm');
      await world.context.db.insertInto('ledger_checks').values({ broken, took_ms: 1 }).execute();
      await mailAlarms(world.context);
      return (await mailsTo(world, moderator, 'money_alarm')).slice(length);
    };
    const [alarm, ...more] = await mailsAfter('held: b1');
    expect(more).toEqual([]);
    expect(alarm?.body_text).toContain('held: b1');
    expect(await mailsAfter('held: b1')).toEqual([]);
    expect(await mailsAfter('fees: b2', 'held: b1')).toHaveLength(1);
    expect(await mailsAfter('fees: b2')).toEqual([]);
    expect(await mailsAfter('fees: b2', 'held: b1')).toHaveLength(1);
    expect(await mailsAfter()).toEqual([]);
    expect(await mailsAfter('fees: b2')).toHaveLength(1);
    expect(await mailsAfter()).toEqual([]);
  });
});

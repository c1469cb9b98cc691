import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NotificationPage } from '#domain/notification.ts';
import {
  anApplication,
  applicationToken,
  aReviewOfApplication,
  mendedProject,
  sendVersion,
} from '../testing/applications.ts';
import { ok } from '../testing/deeds.ts';
import { applicant } from '../testing/joining.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { tellReviewers } from './tell-reviewers.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator');
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

async function submitted() {
  const entry = await applicant(world, moderator);
  const token = await applicationToken(world, entry.email);
  ok(await sendVersion(world, token, await mendedProject()));
  ok(await world.call('POST', `/api/applications/${token}/submit`, anApplication));
  const { id } = await world.context.db
    .selectFrom('applications')
    .select('id')
    .where('waitlist_id', '=', entry.id)
    .executeTakeFirstOrThrow();
  return { ...entry, applicationId: id };
}

async function reviewer(approved = 3): Promise<Person> {
  const person = await world.person('developer', { name: 'Rosa' });
  await world.context.db
    .insertInto('unblockers')
    .values({ developer_id: person.id, approved })
    .execute();
  return person;
}

const bellOf = async (person: Person) =>
  ok(await person.call<NotificationPage>('GET', '/api/notifications')).items.filter(
    ({ kind }) => kind === 'application_waits',
  );
const mailsTo = async ({ email }: { email: string }, subject: RegExp) =>
  (await world.mails()).filter((mail) => mail.recipient === email && subject.test(mail.subject));
const WAITS = /waits? for a review$/;

test('an applicant gets a mail when their application has arrived, without a link', async () => {
  const { email } = await submitted();
  const [mail, ...more] = await mailsTo({ email }, /^Your application has arrived$/);
  expect(more).toEqual([]);
  expect(mail?.body_text).toContain('you get a mail with the answer either way');
  expect(mail?.body_text).not.toContain('/apply/');
});

test('reviewers are told of what waits for them by bell and mail, once a day at most', async () => {
  const told = await reviewer();
  const newcomer = await reviewer(2);
  const [first, second] = [await submitted(), await submitted()];
  await Promise.all([
    tellReviewers(world.context, inHours(1)),
    tellReviewers(world.context, inHours(1)),
  ]);
  const [line, ...more] = await bellOf(told);
  expect(more).toEqual([]);
  expect(line).toMatchObject({ ticket_id: null, is_read: false });
  expect(line?.count).toBeGreaterThanOrEqual(2);
  const [mail, ...others] = await mailsTo(told, WAITS);
  expect(others).toEqual([]);
  expect(mail?.body_text).toContain('/dashboard/developer/applications');
  for (const { email, name } of [first, second]) {
    expect(mail?.body_text).not.toContain(email);
    expect(mail?.body_text).not.toContain(name);
  }
  expect(await bellOf(newcomer)).toEqual([]);
  expect(await mailsTo(newcomer, WAITS)).toEqual([]);

  // Nothing new: nothing more, however much time has passed.
  await tellReviewers(world.context, inHours(50));
  expect(await mailsTo(told, WAITS)).toHaveLength(1);
});

test('something new on the same day is told the day after, unless it was dealt with', async () => {
  const one = await reviewer();
  await submitted();
  await tellReviewers(world.context, inHours(1));
  const { applicationId } = await submitted();
  // As if it had come after that run.
  await world.context.db
    .updateTable('applications')
    .set({ submitted_at: inHours(2) })
    .where('id', '=', applicationId)
    .execute();
  await tellReviewers(world.context, inHours(24));
  expect(await mailsTo(one, WAITS)).toHaveLength(1);
  await tellReviewers(world.context, inHours(26));
  expect((await mailsTo(one, WAITS)).map(({ subject }) => subject)).toContain(
    'An application waits for a review',
  );

  const { applicationId: reviewed } = await submitted();
  await world.context.db
    .updateTable('applications')
    .set({ submitted_at: inHours(27) })
    .where('id', '=', reviewed)
    .execute();
  ok(await one.call('POST', `/api/entry-reviews/${reviewed}`, aReviewOfApplication));
  await tellReviewers(world.context, inHours(60));
  expect(await mailsTo(one, WAITS)).toHaveLength(2);
});

test('who wants no such mail has the bell alone; who is away or suspended hears nothing', async () => {
  const quiet = await reviewer();
  ok(await quiet.call('PATCH', '/api/me', { notifications: { application_waits: false } }));
  const away = await reviewer();
  await world.context.db
    .updateTable('profiles')
    .set({ away_until: inHours(99) })
    .where('id', '=', away.id)
    .execute();
  const banned = await reviewer();
  await world.context.db
    .updateTable('users')
    .set({ banned_until: inHours(99) })
    .where('id', '=', banned.id)
    .execute();
  await submitted();
  await tellReviewers(world.context, inHours(100));
  expect(await bellOf(quiet)).toHaveLength(1);
  for (const person of [quiet, away, banned]) expect(await mailsTo(person, WAITS)).toEqual([]);
  expect(await linesOf([away.id, banned.id])).toEqual([]);
});

function linesOf(ids: string[]) {
  return world.context.db
    .selectFrom('notifications')
    .select('kind')
    .where('person_id', 'in', ids)
    .where('kind', '=', 'application_waits')
    .execute();
}

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { addDemo } from './demo.ts';
import { finishedStories } from './finished-stories.ts';
import { removeTrial } from './leave/remove.ts';
import { applicants } from './people.ts';
import { stories } from './stories.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function counted() {
  const { db } = world.context;
  const count = async (table: 'tickets' | 'waitlist' | 'mails') =>
    (
      await db
        .selectFrom(table)
        .select('created_at' as never)
        .execute()
    ).length;
  return {
    tickets: await count('tickets'),
    waitlist: await count('waitlist'),
    mails: await count('mails'),
  };
}

const WHOLE = {
  tickets: stories.length + finishedStories.length,
  waitlist: applicants.length,
  mails: 0,
};

test('a demo whose first start broke off is made anew by the next', async () => {
  const { context } = world;
  const files = new Proxy(context.files, {
    get: () => {
      throw new Error('the disk is full');
    },
  });
  await expect(addDemo({ ...context, files })).rejects.toThrow('the disk is full');
  expect((await counted()).tickets).toBeLessThan(WHOLE.tickets);
  await addDemo(context);
  expect(await counted()).toEqual(WHOLE);
});

test('two servers that start at once make one demo', async () => {
  const { context } = world;
  await context.db.transaction().execute((tx) => removeTrial(tx));
  await Promise.all([addDemo(context), addDemo(context)]);
  expect(await counted()).toEqual(WHOLE);
});

test('a machine on which all takes a minute has the demo too', async () => {
  const { context } = world;
  await context.db.transaction().execute((tx) => removeTrial(tx));
  const after = AbortSignal.timeout.bind(AbortSignal);
  const slow = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms <= 60_000 ? AbortSignal.abort() : after(ms)));
  onTestFinished(() => slow.mockRestore());
  await addDemo(context);
  expect(await counted()).toEqual(WHOLE);
});

test('a demo that lacks a profile of a later release stays as it is', async () => {
  const { db } = world.context;
  const story = await db.selectFrom('tickets').select('id').orderBy('id').executeTakeFirstOrThrow();
  const slug = await db.selectFrom('unblocker_slugs').select('slug').executeTakeFirstOrThrow();
  await db
    .updateTable('unblockers')
    .set({ is_public: false, slug: null })
    .where('slug', '=', slug.slug)
    .execute();
  await db.deleteFrom('unblocker_slugs').where('slug', '=', slug.slug).execute();
  await addDemo(world.context);
  expect(
    await db.selectFrom('tickets').select('id').where('id', '=', story.id).execute(),
  ).toHaveLength(1);
});

test('with somebody’s own words in it, it stays as it is', async () => {
  const { db } = world.context;
  const ada = await world.person('customer');
  const of = await db
    .selectFrom('pairings')
    .select(['ticket_id', 'id as pairing_id'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('messages')
    .values({ ...of, author_id: ada.id, text: 'Mine' })
    .execute();
  await db.updateTable('unblockers').set({ is_public: false, slug: null }).execute();
  await db.deleteFrom('unblocker_slugs').execute();
  await addDemo(world.context);
  expect((await counted()).tickets).toBe(WHOLE.tickets);
  expect(
    await db.selectFrom('messages').select('id').where('text', '=', 'Mine').execute(),
  ).toHaveLength(1);
});

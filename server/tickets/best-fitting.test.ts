import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_MANY } from '#domain/limits.ts';
import type { Statistics } from '#domain/statistics.ts';
import type { Ticket } from '#domain/ticket.ts';
import { announceRequest } from '../notifications/new-requests.ts';
import { aMilestone, aRequest, grab, ok, postRequest } from '../testing/deeds.ts';
import { finishRequest, publish } from '../testing/profiles.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld({ bestFittingFirst: true });
  customer = await world.person('customer');
});
afterAll(() => world.close());

/** Further unblockers of a field. */
async function unblockers(count: number): Promise<void> {
  await sql`with made as (insert into profiles (user_type, supported_categories)
      select 'developer', '{android}' from generate_series(1, ${count}::int) returning id)
    insert into users (id, email) select id, id || '@example.org' from made`.execute(
    world.context.db,
  );
}

const post = (changes: object = {}) =>
  postRequest(customer, { categories: ['android'], ...changes });

const sees = async (person: Person, id: string) => {
  const { items } = ok(
    await person.call<{ items: Ticket[] }>('GET', '/api/tickets?view=available&limit=100'),
  );
  const one = (await person.call('GET', `/api/tickets/${id}`)).status === 200;
  expect(items.some((item) => item.id === id)).toBe(one);
  return one;
};

const firstFor = async (id: string) =>
  world.context.db
    .selectFrom('tickets')
    .select(['first_for', 'first_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const toldOf = async (ticketId: string) => {
  const rows = await world.context.db
    .selectFrom('notifications')
    .select('person_id')
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'new_request')
    .execute();
  return rows.map(({ person_id }) => person_id);
};

test('a request that suits many is for the best fitting first, for ten minutes, whoever asks', async () => {
  const best = await world.person('developer', { categories: ['android'] });
  await publish(best, { name: 'Bea', ai_tools: ['CLAUDE'] });
  // Finished while hardly anybody was there: nobody came first.
  const done = await finishRequest(
    { world, customer, developer: best },
    { categories: ['android'] },
  );
  expect(await firstFor(done)).toEqual({ first_for: [], first_until: null });

  await unblockers(FIRST_MANY - 1);
  const { id: few } = await post();
  expect(await firstFor(few)).toEqual({ first_for: [], first_until: null });

  // With one more it suits more than can come first. Away, one does not count.
  const last = await world.person('developer', { categories: ['android'] });
  const away_until = new Date(Date.now() + 86_400_000).toISOString();
  ok(await last.call('PUT', '/api/me/availability', { away_until, max_running: 5 }));
  expect((await firstFor((await post()).id)).first_until).toBeNull();
  ok(await last.call('PUT', '/api/me/availability', { max_running: 5 }));
  await unblockers(FIRST_MANY);
  let { id } = await post();
  // By chance among equals; here they are to be one of the others.
  while ((await firstFor(id)).first_for.includes(last.id)) id = (await post()).id;
  const { first_for, first_until } = await firstFor(id);
  expect(first_for).toHaveLength(FIRST_MANY);
  expect(first_for).toContain(best.id);
  const minutes = ((first_until?.getTime() ?? 0) - Date.now()) / 60_000;
  expect(Math.round(minutes)).toBe(10);

  expect([await sees(best, id), await sees(last, id)]).toEqual([true, false]);
  for (const [action, body] of [
    ['grab'],
    ['reserve'],
    ['quotes', { message: 'I can', milestones: [aMilestone] }],
  ] as const)
    expect((await last.call('POST', `/api/tickets/${id}/${action}`, body)).status, action).toBe(
      404,
    );
  await announceRequest(world.context, { ticket_id: id });
  expect((await toldOf(id)).toSorted()).toEqual(first_for.toSorted());
  const waiting = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
    where task_identifier = 'announce-request' and run_at = ${first_until}`.execute(
    world.context.db,
  );
  expect(waiting.rows).toHaveLength(1);

  // Whoever is invited sees it at once, and all others when the time is over.
  const { id: other } = await post();
  const guest = await world.person('developer', { categories: ['web'] });
  ok(await customer.call('POST', `/api/tickets/${other}/invite`, { developer_id: guest.id }));
  expect(await sees(guest, other)).toBe(true);
  await sql`update tickets set first_until = now() - interval '1 second' where id = ${id}`.execute(
    world.context.db,
  );
  expect(await sees(last, id)).toBe(true);
  await announceRequest(world.context, { ticket_id: id });
  expect(await toldOf(id)).toContain(last.id);
  expect((await toldOf(id)).length).toBeGreaterThan(FIRST_MANY);
  await grab(last, id);
});

test('those come first who finished most like it, and moderators read what came of it', async () => {
  const moderator = await world.person('moderator');
  const figures = async () =>
    ok(await moderator.call<Statistics>('GET', '/api/moderation/statistics')).best_fitting;
  const before = await figures();
  const { rows } = await sql<{ id: string }>`select id from profiles
    where supported_categories = '{android}' and user_type = 'developer'`.execute(world.context.db);
  // All but a few have done nothing with this tool.
  const skilled = rows.slice(0, 5).map(({ id }) => id);
  await sql`insert into unblocker_fields (developer_id, kind, name, finished)
    select id, 'ai_tool', 'CURSOR', 2 from unnest(${skilled}::uuid[]) id
    on conflict do nothing`.execute(world.context.db);
  const { id } = await post({ ai_tool: 'CURSOR' });
  const { first_for } = await firstFor(id);
  expect(first_for).toEqual(expect.arrayContaining(skilled));
  expect(await figures()).toMatchObject({ posted: before.posted + 1 });
  const best = await world.person('developer', { categories: ['android'] });
  await sql`update tickets set first_for = first_for || ${best.id}::uuid where id = ${id}`.execute(
    world.context.db,
  );
  await grab(best, id);
  const after = await figures();
  expect(after).toMatchObject({
    taken_by_first: before.taken_by_first + 1,
    taken_by_others: before.taken_by_others,
    minutes_to_grab: expect.any(Number),
    minutes_to_grab_others: expect.any(Number),
  });
});

test('nobody comes first where the operator has not switched it on', async () => {
  world.context.config.bestFittingFirst = false;
  const { id } = ok(
    await customer.call<Ticket>('POST', '/api/tickets', { ...aRequest, categories: ['android'] }),
  );
  expect(await firstFor(id)).toEqual({ first_for: [], first_until: null });
  world.context.config.bestFittingFirst = true;
});

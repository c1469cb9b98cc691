import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../testing/deeds.ts';
import { act, decisionsOf, mailsTo, REASON, reported } from '../testing/moderation.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A report and an appeal, which moderators are told of. */
async function reportAndAppeal(moderator: Person): Promise<void> {
  const scene = await reported(world, 'working');
  ok(await act(moderator, scene, 'resume'));
  const [decision] = await decisionsOf(scene.customer, scene);
  const path = `/api/decisions/${decision?.id}/appeal`;
  ok(await scene.customer.call('POST', path, { text: 'I do not agree.' }));
}

test('a suspended moderator is told of nothing until they are restored', async () => {
  const [active, away] = [await world.person('moderator'), await world.person('moderator')];
  const told = async (person: Person) => ({
    reports: (await mailsTo(world, person, 'message_reported')).length,
    appeals: (await mailsTo(world, person, 'appeal_made')).length,
  });
  const account = `/api/moderation/accounts/${away.id}`;
  ok(await active.call('POST', `${account}/suspend`, { reason: REASON }));
  await reportAndAppeal(active);
  expect(await told(active)).toEqual({ reports: 1, appeals: 1 });
  expect(await told(away)).toEqual({ reports: 0, appeals: 0 });
  const { rows } = await world.context.pool.query(
    'select from notifications where person_id = $1',
    [away.id],
  );
  expect(rows).toEqual([]);
  ok(await active.call('POST', `${account}/restore`, { reason: REASON }));
  await reportAndAppeal(active);
  expect(await told(away)).toEqual({ reports: 1, appeals: 1 });
});

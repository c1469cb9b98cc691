import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { hitLimit, LIMITS } from './limits.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ rateLimits: true });
});
afterAll(() => world.close());

const hit = (key: string) => hitLimit(world.context, 'message', key);

it('hits of the same moment are counted each, in their order, for everybody apart', async () => {
  const { hits: most } = LIMITS.message;
  const ada = Array.from({ length: most + 2 }, () => hit('Ada'));
  const ben = [hit('Ben'), hit('Ben')];
  expect((await Promise.all(ada)).map(({ left, over }) => [left, over])).toEqual([
    ...Array.from({ length: most }, (_, at) => [most - 1 - at, false]),
    [0, true],
    [0, true],
  ]);
  expect((await Promise.all(ben)).map(({ left }) => left)).toEqual([most - 1, most - 2]);
});

it('a window that is over begins anew with all that comes together', async () => {
  await hit('Cleo');
  await world.context.db
    .updateTable('rate_limits')
    .set({ window_ends_at: new Date(Date.now() - 1000) })
    .execute();
  const hits = await Promise.all([hit('Cleo'), hit('Cleo'), hit('Cleo')]);
  const { hits: most, seconds } = LIMITS.message;
  expect(hits.map(({ left }) => left)).toEqual([most - 1, most - 2, most - 3]);
  // Rounded up, as the first of them begins the window.
  for (const each of hits) expect([seconds, seconds + 1]).toContain(each.seconds);
});

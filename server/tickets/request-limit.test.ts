import { afterAll, beforeAll, expect, test } from 'vitest';
import { aRequest } from '../testing/deeds.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ rateLimits: true });
});
afterAll(() => world.close());

test('a customer posts at most 200 requests in an hour, also many at once; others are not held up', async () => {
  const customer = await world.person('customer');
  const post = () => customer.call('POST', '/api/tickets', aRequest);
  const answers: Awaited<ReturnType<typeof post>>[] = [];
  // Each waits for those before it: where all come at once, a busy machine lets the last ones wait too long.
  while (answers.length < 210)
    answers.push(...(await Promise.all(Array.from({ length: 30 }, post))));
  const made = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 429);
  expect([made.length, refused.length]).toEqual([200, 10]);
  expect(refused[0]).toMatchObject({ body: { code: 'too_many_requests' } });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(3000);
  const other = await world.person('customer');
  expect((await other.call('POST', '/api/tickets', aRequest)).status).toBe(201);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../testing/world.ts';
import { tidy } from './tidy.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const HOUR_MS = 3_600_000;

test('an Idempotency-Key is remembered for a day and more, and forgotten after three', async () => {
  const { db } = world.context;
  const kept = [0, 25, 71, 73].map((hours) => ({
    owner: 'somebody',
    key: `${hours} hours`,
    fingerprint: 'x',
    created_at: new Date(Date.now() - hours * HOUR_MS),
  }));
  await db.insertInto('idempotency_keys').values(kept).execute();
  await tidy(world.context);
  const left = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .orderBy('created_at')
    .execute();
  expect(left.map(({ key }) => key)).toEqual(['71 hours', '25 hours', '0 hours']);
});

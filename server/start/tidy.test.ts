import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
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

test('checks of the ledger are forgotten after a year and some weeks, but for the newest', async () => {
  const { db } = world.context;
  const check = (days: number) => ({
    broken: [`${days} days ago`],
    took_ms: 1,
    created_at: new Date(Date.now() - days * 24 * HOUR_MS),
  });
  const left = async () => {
    const rows = await db.selectFrom('ledger_checks').select('broken').orderBy('id').execute();
    return rows.flatMap(({ broken }) => broken);
  };
  await db
    .insertInto('ledger_checks')
    .values([check(450), check(420)])
    .execute();
  await tidy(world.context);
  expect(await left()).toEqual(['420 days ago']);
  await db
    .insertInto('ledger_checks')
    .values([check(390), check(0)])
    .execute();
  await tidy(world.context);
  expect(await left()).toEqual(['390 days ago', '0 days ago']);
});

test('what cannot be deleted keeps nothing else, and is told', async () => {
  const { db, pool } = world.context;
  await pool.query(`create function refuses() returns trigger language plpgsql as
      $$ begin raise exception 'not this one'; end $$;
    create trigger refuses before delete on idempotency_keys for each statement execute function refuses()`);
  onTestFinished(async () => void (await pool.query('drop function refuses cascade')));
  await db
    .insertInto('rate_limits')
    .values({ key: 'over', hits: 1, window_ends_at: new Date(Date.now() - HOUR_MS) })
    .execute();
  await expect(tidy(world.context)).rejects.toThrow('not this one');
  expect(
    await db.selectFrom('rate_limits').select('key').where('key', '=', 'over').execute(),
  ).toEqual([]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../testing/patience.ts';
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
  const report = () => hitLimit(world.context, 'report', 'Cleo');
  await report();
  await world.context.db
    .updateTable('rate_limits')
    .set({ window_ends_at: new Date(Date.now() - 1000) })
    .execute();
  const hits = await Promise.all([report(), report(), report()]);
  const { hits: most, seconds } = LIMITS.report;
  expect(hits.map(({ left }) => left)).toEqual([most - 1, most - 2, most - 3]);
  // Rounded up, as the first of them begins the window.
  for (const each of hits) expect([seconds, seconds + 1]).toContain(each.seconds);
});

describe('a limit that is counted ahead', () => {
  const { hits: most } = LIMITS.message;
  /** With a memory of its own, over the same database. */
  const otherServer = (db = world.context.db.withoutPlugins()) => {
    const context = { ...world.context, db };
    return (key: string) => hitLimit(context, 'message', key);
  };
  const many = (count: number, hitOnce: typeof hit, key: string) =>
    Promise.all(Array.from({ length: count }, () => hitOnce(key)));

  it('waits for nobody far below it, and is known to other servers soon', async () => {
    const db = world.context.db.withoutPlugins();
    const server = otherServer(db);
    const ask = vi.spyOn(db, 'executeQuery');
    for (const hits of [1, 2, 3])
      expect(await server('Dora')).toMatchObject({ left: most - hits, over: false });
    expect(ask).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce(), PATIENCE);
    await ask.mock.results[0]?.value;
    // The database adds what another server counts.
    const last = (await many(most / 2 + 1, otherServer(), 'Dora')).at(-1);
    expect(last?.left).toBe(most - 3 - (most / 2 + 1));
  });

  it('is one limit for all servers, from its half on to the hit', async () => {
    const other = otherServer();
    await Promise.all([many(most / 2, hit, 'Emil'), many(most / 2, other, 'Emil')]);
    await sleep(200);
    expect((await other('Emil')).over).toBe(true);
    expect((await hit('Emil')).over).toBe(true);
  });

  it('is passed by little where a server does not know yet that it is used up', async () => {
    await many(most, hit, 'Finn');
    const other = otherServer();
    expect((await other('Finn')).over).toBe(false);
    await vi.waitFor(async () => expect((await other('Finn')).over).toBe(true), PATIENCE);
  });

  it('refuses nobody when the database does not count', async () => {
    const db = world.context.db.withoutPlugins();
    const server = otherServer(db);
    const ask = vi.spyOn(db, 'executeQuery').mockRejectedValue(new Error('No connection'));
    expect((await server('Gina')).over).toBe(false);
    await vi.waitFor(() => expect(ask).toHaveBeenCalled(), PATIENCE);
    ask.mockRestore();
    expect(await server('Gina')).toMatchObject({ left: most - 2 });
  });

  it('begins anew after its window', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await many(3, hit, 'Hugo');
      vi.setSystemTime(Date.now() + LIMITS.message.seconds * 1000 + 1000);
      expect(await hit('Hugo')).toMatchObject({ left: most - 1 });
    } finally {
      vi.useRealTimers();
    }
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryItem } from '#domain/history.ts';
import { ok } from '../testing/deeds.ts';
import { walkTo } from '../testing/walk.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('the history of a request comes page by page, each line once', async () => {
  const { customer, ticketId } = await walkTo(world, 'working');
  const read = async (query: string) =>
    ok(
      await customer.call<{ items: HistoryItem[]; next_cursor: string | null }>(
        'GET',
        `/api/tickets/${ticketId}/history?${query}`,
      ),
    );
  const all = await read('limit=100');
  expect(all.items.length).toBeGreaterThan(3);
  expect(all.next_cursor).toBeNull();
  for (const limit of [1, 2, all.items.length - 1, all.items.length]) {
    const found: HistoryItem[] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages++) {
      const page = await read(`limit=${limit}${cursor && `&cursor=${cursor}`}`);
      found.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(found).toEqual(all.items);
    expect(pages).toBe(Math.ceil(all.items.length / limit));
  }
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('the list of open requests comes page by page, whatever their size, each request once', async () => {
  const developer = await world.person('developer');
  const posted: string[] = [];
  for (let people = 0; people < 4; people++) {
    const customer = await world.person('customer');
    for (let each = 0; each < 13; each++) posted.push((await postRequest(customer)).id);
  }
  for (const limit of [1, 19, 20, 21, 22, 49, 50, 51, 52, 100]) {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: Ticket[]; next_cursor: string | null } = ok(
        await developer.call(
          'GET',
          `/api/tickets?view=available&limit=${limit}${cursor && `&cursor=${cursor}`}`,
        ),
      );
      expect(page.items.length).toBeLessThanOrEqual(limit);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(found, `${limit} at a time`).toEqual(posted.toReversed());
  }
});

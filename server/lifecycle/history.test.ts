import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryItem } from '#domain/history.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { act } from '../testing/moderation.ts';
import { say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

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

test('the history names who took each step, but earlier unblockers to the customer alone', async () => {
  const customer = await world.person('customer', { name: 'Carla' });
  const earlier = await world.person('developer', { name: 'Dora' });
  const developer = await world.person('developer', { name: 'Emil' });
  const moderator = await world.person('moderator', { name: 'Mona' });
  const { id } = await postRequest(customer);
  for (const path of ['reserve', 'abandon'])
    ok(await earlier.call('POST', `/api/tickets/${id}/${path}`));
  await grab(developer, id);
  const rude = await say(developer, id, 'Pay me outside of this.');
  ok(await customer.call('POST', `/api/messages/${rude}/report`));
  ok(await act(moderator, { ticketId: id }, 'resume'));
  const namesFor = async (person: Person) => {
    const path = `/api/tickets/${id}/history`;
    const { items } = ok(await person.call<{ items: HistoryItem[] }>('GET', path));
    return items.map(({ action, actor_name }) => [action, actor_name]).reverse();
  };
  const steps = (first: string) => [
    ['create', 'Carla'],
    ['reserve', first],
    ['abandon', first],
    ['grab', 'Emil'],
    ['report', 'Carla'],
    ['resume', null],
  ];
  expect(await namesFor(customer)).toEqual(steps('Dora'));
  expect(await namesFor(developer)).toEqual(steps('An earlier unblocker'));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortId } from '../domain/ticket-words.ts';
import { listeningWorld } from '../server/testing/accounts.ts';
import { grab, ok } from '../server/testing/deeds.ts';
import { tokenOf } from '../server/testing/programs.ts';
import { walkTo } from '../server/testing/walk.ts';
import type { Person, World } from '../server/testing/world.ts';
import { Machine } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await listeningWorld();
});
afterAll(() => world.close());

const envOf = async (person: Person) => ({ UNBLOCK_TOKEN: await tokenOf(person) });

test('words of an earlier unblocker are not said to be one’s own', async () => {
  const { customer, developer: dan, ticketId: id } = await walkTo(world, 'planning');
  const path = `/api/tickets/${id}`;
  ok(await dan.call('POST', `${path}/messages`, { text: 'Send me your key.' }));
  ok(await dan.call('POST', `${path}/give-back`, { note: 'No time.' }));
  const eve = await world.person('developer', { categories: ['web'] });
  await grab(eve, id);
  ok(await eve.call('POST', `${path}/messages`, { text: 'Hello' }));
  const pairings = ok(
    await customer.call<{ items: { id: string; is_present: boolean }[] }>(
      'GET',
      `${path}/pairings`,
    ),
  );
  const before = pairings.items.find(({ is_present }) => !is_present);
  ok(await customer.call('POST', `${path}/share-earlier`, { pairing_id: before?.id }));
  const machine = new Machine(world.url);
  const { out } = await machine.run(['messages', shortId(id)], { env: await envOf(eve) });
  expect(out).toContain('UTC  an earlier unblocker\n    Send me your key.');
  expect(out).toContain('UTC  you\n    Hello');
  const { out: read } = await machine.run(['messages', id], { env: await envOf(customer) });
  expect(read).toContain('UTC  an earlier unblocker\n    Send me your key.');
  expect(read).toContain('UTC  the unblocker\n    Hello');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MessagePage } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { type Scene, say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let scene: Scene;
beforeAll(async () => {
  world = await openWorld();
  scene = await walkTo(world, 'planning');
});
afterAll(() => world.close());

/** More than go by one statement. */
const MANY = 50;
const times = <One>(make: (n: number) => Promise<One>) =>
  Promise.all(Array.from({ length: MANY }, (_, n) => make(n)));

test('many who read at the same moment get each their own', async () => {
  const people = await times(() => world.person('customer'));
  const posted = await times(async (n) => {
    const request = { ...aRequest, description: `The page of ${n} stays white` };
    return ok(await (people[n] as Person).call<Ticket>('POST', '/api/tickets', request)).id;
  });
  const lists = await times((n) =>
    (people[n] as Person).call<{ items: Ticket[] }>('GET', '/api/tickets?view=active'),
  );
  expect(lists.map(({ body }) => body.items.map(({ id }) => id))).toEqual(posted.map((id) => [id]));
});

test('those who may not read are refused, and nobody beside them', async () => {
  const { customer, developer, ticketId } = scene;
  await say(customer, ticketId, 'Is anybody there?');
  const [stranger, banned, gone] = [
    await world.person('developer'),
    await world.person('developer'),
    await world.person('developer'),
  ];
  await world.context.db
    .updateTable('users')
    .set({ banned_until: new Date(Date.now() + 1000_000) })
    .where('id', '=', banned.id)
    .execute();
  await world.context.db.deleteFrom('sessions').where('user_id', '=', gone.id).execute();
  const readers = [customer, stranger, developer, banned, gone];
  const answers = await times((n) => {
    const reader = readers[n % readers.length] as Person;
    return reader.call<MessagePage & { code: string }>('GET', `/api/tickets/${ticketId}/messages`);
  });
  const [words] = ok(answers[0] as (typeof answers)[number]).items.slice(-1);
  expect(words?.text).toBe('Is anybody there?');
  const expected = ['Is anybody there?', 'not_found', 'Is anybody there?'];
  expect(answers.map(({ body }) => body.items?.at(-1)?.text ?? body.code)).toEqual(
    answers.map((_, n) => [...expected, 'account_suspended', 'session_ended'][n % readers.length]),
  );
});

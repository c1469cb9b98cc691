import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WAITING_LEAST } from '#domain/limits.ts';
import type { Waiting } from '#domain/waiting.ts';
import { announceRequest } from '../notifications/new-requests.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

const waiting = async (id: string) =>
  ok(await customer.call<Waiting>('GET', `/api/tickets/${id}/waiting`));

describe('what the customer of an open request can expect', () => {
  test('names who was told of it', async () => {
    await world.person('developer', { categories: ['ios'] });
    await world.person('developer', { categories: ['backend'] });
    const { id } = await postRequest(customer, { categories: ['ios'] });
    expect(await waiting(id)).toMatchObject({ told: 0, half_within_minutes: null });
    await announceRequest(world.context, { ticket_id: id });
    expect(await waiting(id)).toMatchObject({ told: 1 });
  });

  test('names how fast the last ones like it were taken, once there are enough', async () => {
    const { db } = world.context;
    const { id } = await postRequest(customer, { categories: ['web'] });
    for (let count = 1; count <= WAITING_LEAST; count++) {
      const developer = await world.person('developer', { categories: ['web', 'backend'] });
      const taken = await postRequest(customer, { categories: ['web'] });
      await grab(developer, taken.id);
      await sql`update ticket_history set created_at = (select created_at from tickets
        where id = ${taken.id}) + make_interval(mins => ${count * 10})
        where ticket_id = ${taken.id} and action = 'grab'`.execute(db);
      if (count === WAITING_LEAST - 1)
        expect(await waiting(id)).toMatchObject({ taken: count, half_within_minutes: null });
    }
    expect(await waiting(id)).toMatchObject({ taken: WAITING_LEAST, half_within_minutes: 55 });
    const elsewhere = await postRequest(customer, { categories: ['android'] });
    expect(await waiting(elsewhere.id)).toMatchObject({ taken: 0, half_within_minutes: null });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '../testing/deeds.ts';
import { largeFill } from '../testing/large-fill.ts';
import { LONG } from '../testing/soak.ts';
import { walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

/** `SOAK=long` takes as many as product decisions ask for, and measures. */
const COUNT = LONG ? 100_000 : 150;
const READS = LONG ? 2000 : 40;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** So many reservations of other people, all of which have ended. */
async function reserveMany(count: number): Promise<void> {
  const { ticketId } = await walkTo(world, 'reserved');
  await largeFill(world, async (db) => {
    await sql`insert into tickets (customer_id, description, categories, ai_tool, budget)
      select customer_id, description, categories, ai_tool, budget from tickets, generate_series(1, ${count})
      where id = ${ticketId}`.execute(db);
    await sql`with template as (select developer_id from tickets where id = ${ticketId}),
      added as (insert into pairings (ticket_id, developer_id)
        select t.id, template.developer_id from tickets t, template where t.developer_id is null
        returning id, ticket_id, developer_id)
      update tickets t set developer_id = added.developer_id, pairing_id = added.id,
        reserved_until = now() - interval '1 minute'
      from added where added.ticket_id = t.id`.execute(db);
    await sql`insert into deadlines (ticket_id, action, due_at)
      select id, 'lapse', now() - interval '1 minute' from tickets where id <> ${ticketId}`.execute(
      db,
    );
    await sql`analyze`.execute(db);
  });
}

/** How long the slowest of a hundred reads takes, in milliseconds. */
async function slowest(person: Person, ticketId: string, count: number): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < count; read++) {
    const began = performance.now();
    const path = read % 2 ? `/api/tickets/${ticketId}` : '/api/tickets?view=active';
    ok(await person.call('GET', path));
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(count * 0.99)] ?? 0;
}

describe('many deadlines that are due at once', () => {
  it(
    'are each kept once, by two servers together, while everybody is answered',
    async () => {
      const { customer, ticketId } = await walkTo(world, 'working');
      await reserveMany(COUNT);
      await slowest(customer, ticketId, READS);
      const quiet = await slowest(customer, ticketId, READS);
      const began = performance.now();
      const work = Promise.all([takeDueSteps(world.context), takeDueSteps(world.context)]);
      const busy = await slowest(customer, ticketId, READS);
      await work;
      const { rows } = await sql<{ lapses: number; requests: number; left: number }>`
        select count(*)::int as lapses, count(distinct ticket_id)::int as requests,
          (select count(*)::int from deadlines where done_at is null and action = 'lapse'
            and due_at < now()) as left
        from ticket_history where action = 'lapse'`.execute(world.context.db);
      expect(rows).toEqual([{ lapses: COUNT, requests: COUNT, left: 0 }]);
      if (!LONG) return;
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(
        `${COUNT} in ${seconds} s; p99 of reads ${quiet.toFixed(1)} and ${busy.toFixed(1)} ms`,
      );
      expect(busy).toBeLessThan(2 * quiet);
    },
    LONG ? 3_600_000 : 60_000,
  );
});

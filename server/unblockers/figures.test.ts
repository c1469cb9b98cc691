import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UnblockerPage } from '#domain/unblocker.ts';
import { agreeOnPlan, aMilestone, grab, ok, postRequest } from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { finishRequest, publish } from '../testing/profiles.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { checkFigures, countFiguresAnew, differences } from './check-figures.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

const NONE = { outcomes: [], sums: [] };

async function pageOf(slug: string): Promise<UnblockerPage> {
  return ok(await world.call<UnblockerPage>('GET', `/api/unblockers/${slug}`));
}

const say = (person: Person, ticketId: string, text: string) =>
  person.call('POST', `/api/tickets/${ticketId}/messages`, { text }).then(ok);

describe('the figures of an unblocker', () => {
  test('are what was done, and no rates below three finished requests', async () => {
    const developer = await world.person('developer');
    const { slug } = await publish(developer);
    const people = { world, customer, developer };
    expect(await pageOf(slug)).toMatchObject({ finished: 0, rates: null, answer: { count: 0 } });
    await finishRequest(people, { categories: ['web', 'backend'], ai_tool: 'CURSOR' });
    await finishRequest(people, { sentBack: 1 });
    expect(await pageOf(slug)).toMatchObject({ finished: 2, rates: null });
    await finishRequest(people);
    expect(await pageOf(slug)).toMatchObject({
      finished: 3,
      rates: {
        first_pass: { count: 2, of: 3 },
        on_time: { count: 3, of: 3 },
        stayed_fixed: { count: 3, of: 3 },
      },
      finished_by: {
        categories: [
          { category: 'web', finished: 3 },
          { category: 'backend', finished: 1 },
        ],
        ai_tools: [
          { ai_tool: 'CLAUDE', finished: 2 },
          { ai_tool: 'CURSOR', finished: 1 },
        ],
      },
    });
    expect(await differences(world.context.db)).toEqual(NONE);
  });

  test('count an answer once for each wait of the customer, by how long it took', async () => {
    const { db } = world.context;
    const developer = await world.person('developer');
    const { slug } = await publish(developer);
    const { id } = await postRequest(customer);
    await grab(developer, id);
    await say(developer, id, 'Hello, nobody has waited for this.');
    await say(customer, id, 'Are you there?');
    await say(customer, id, 'Hello?');
    await say(developer, id, 'Yes.');
    await say(developer, id, 'And here is more.');
    await passMinutes(world, 3);
    expect((await pageOf(slug)).answer).toEqual({
      count: 1,
      within_1h: 1,
      within_4h: 1,
      within_24h: 1,
    });
    await say(customer, id, 'One more thing.');
    await sql`update messages set created_at = created_at - interval '3 hours'
      where ticket_id = ${id}`.execute(db);
    await say(developer, id, 'That can be done.');
    // Not yet counted, and no difference either.
    expect(await differences(db)).toEqual(NONE);
    await passMinutes(world, 3);
    expect((await pageOf(slug)).answer).toEqual({
      count: 2,
      within_1h: 1,
      within_4h: 2,
      within_24h: 2,
    });
    expect(await differences(db)).toEqual(NONE);
    await sql`update outcomes set answers = 1 where developer_id = ${developer.id}`.execute(db);
    expect((await differences(db)).outcomes).toHaveLength(1);
    await countFiguresAnew(db);
  });

  test('go with a request that is removed after its time', async () => {
    const { db } = world.context;
    const developer = await world.person('developer');
    const { slug } = await publish(developer);
    const id = await finishRequest({ world, customer, developer });
    expect(await pageOf(slug)).toMatchObject({ finished: 1 });
    await sql`delete from tickets where id = ${id}`.execute(db);
    expect(await pageOf(slug)).toMatchObject({
      finished: 0,
      finished_by: { categories: [], ai_tools: [] },
    });
    expect(await differences(db)).toEqual(NONE);
  });

  test('take a repair as what did not stay fixed', async () => {
    const developer = await world.person('developer');
    const { slug } = await publish(developer);
    const people = { world, customer, developer };
    await finishRequest(people);
    await finishRequest(people);
    const id = await finishRequest(people);
    const { items } = ok(
      await customer.call<{ items: { id: string; checks: { id: string }[] }[] }>(
        'GET',
        `/api/tickets/${id}/milestones`,
      ),
    );
    const [milestone] = items;
    const check_ids = milestone?.checks.map((check) => check.id) ?? [];
    const broke = { check_ids, text: 'It loops again.' };
    ok(await customer.call('POST', `/api/milestones/${milestone?.id}/broke-again`, broke));
    expect(await pageOf(slug)).toMatchObject({
      finished: 3,
      rates: { stayed_fixed: { count: 2, of: 3 } },
    });
    expect(await differences(world.context.db)).toEqual(NONE);
  });

  test('of two requests that end at the same moment are both counted', async () => {
    const developer = await world.person('developer');
    const { slug } = await publish(developer);
    const customers = [await world.person('customer'), await world.person('customer')];
    await Promise.all(customers.map((each) => finishRequest({ world, customer: each, developer })));
    expect(await pageOf(slug)).toMatchObject({ finished: 2 });
    expect(await differences(world.context.db)).toEqual(NONE);
  });
});

describe('the check of all figures', () => {
  test('names what is not as a full count gives, and a count anew puts it right', async () => {
    const { db, log } = world.context;
    const developer = await world.person('developer');
    const { id } = await postRequest(customer);
    await grab(developer, id);
    await agreeOnPlan({ customer, developer }, id, [aMilestone]);
    await finishRequest({ world, customer, developer });
    expect(await checkFigures({ db, log })).toEqual(NONE);
    await sql`update outcomes set approved = approved + 1 where developer_id = ${developer.id}`.execute(
      db,
    );
    const found = await checkFigures({ db, log });
    expect(found.outcomes).toHaveLength(1);
    // The sum followed its outcome.
    expect(found.sums).toEqual([]);
    await countFiguresAnew(db);
    expect(await differences(db)).toEqual(NONE);
    await sql`update unblockers set finished = finished + 1 where developer_id = ${developer.id}`.execute(
      db,
    );
    expect(await differences(db)).toEqual({ outcomes: [], sums: [developer.id] });
    await sql`update unblockers set finished = finished - 1 where developer_id = ${developer.id}`.execute(
      db,
    );
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryItem } from '#domain/history.ts';
import type { Milestone } from '#domain/milestone.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { aMilestone, grab, ok, postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let customer: Person;
let developer: Person;

beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
  developer = await world.person('developer');
});
afterAll(async () => {
  expect(await brokenInvariants(world.context.db)).toEqual([]);
  await world.close();
});

async function aPlan(titles: string[]): Promise<{ path: string; ids: string[] }> {
  const { id } = await postRequest(customer);
  await grab(developer, id);
  const path = `/api/tickets/${id}/milestones`;
  const ids: string[] = [];
  for (const title of titles) {
    ids.push(ok(await developer.call<Milestone>('POST', path, { ...aMilestone, title })).id);
  }
  return { path, ids };
}

const titlesOf = async (person: Person, path: string) =>
  ok(await person.call<{ items: Milestone[] }>('GET', path)).items.map(({ title }) => title);

describe('the order of a plan', () => {
  it('is what the unblocker makes it, for both sides and in the history', async () => {
    const { path, ids } = await aPlan(['one', 'two', 'three']);
    const [one, two, three] = ids;
    const answer = ok(
      await developer.call<{ items: Milestone[] }>('PUT', `${path}/order`, {
        ids: [three, one, two],
      }),
    );
    expect(answer.items.map(({ title }) => title)).toEqual(['three', 'one', 'two']);
    expect(await titlesOf(customer, path)).toEqual(['three', 'one', 'two']);

    const history = path.replace('milestones', 'history');
    const { items } = ok(await customer.call<{ items: HistoryItem[] }>('GET', history));
    expect(items.at(0)).toMatchObject({ event: 'milestones_ordered', actor: 'developer' });
  });

  it('is kept when milestones are added and deleted', async () => {
    const { path, ids } = await aPlan(['one', 'two', 'three']);
    const [one = '', two = '', three = ''] = ids;
    ok(await developer.call('PUT', `${path}/order`, { ids: [two, three, one] }));
    ok(await developer.call('DELETE', `/api/milestones/${three}`));
    ok(await developer.call('POST', path, { ...aMilestone, title: 'four' }));
    expect(await titlesOf(developer, path)).toEqual(['two', 'one', 'four']);
  });

  it('decides which milestone is paid first', async () => {
    const { path, ids } = await aPlan(['one', 'two']);
    ok(await developer.call('PUT', `${path}/order`, { ids: ids.toReversed() }));
    const { items } = ok(await customer.call<{ items: Milestone[] }>('GET', path));
    expect(items.map(({ discount_cents }) => discount_cents > 0)).toEqual([true, false]);
  });

  it('names exactly the milestones of the plan', async () => {
    const { path, ids } = await aPlan(['one', 'two']);
    const other = await aPlan(['foreign']);
    const [one, two] = ids;
    for (const wrong of [[one], [], [one, two, randomUUID()], [one, other.ids[0]]]) {
      const answer = await developer.call('PUT', `${path}/order`, { ids: wrong });
      expect(answer).toMatchObject({ status: 409, body: { code: 'plan_changed' } });
    }
    const twice = [one, one?.toUpperCase()];
    for (const bad of [[one, one], twice, ['first', 'second'], null, 'all', [one, null]]) {
      expect(await developer.call('PUT', `${path}/order`, { ids: bad })).toMatchObject({
        body: { code: 'invalid_input' },
      });
    }
    expect(await titlesOf(customer, path)).toEqual(['one', 'two']);
  });

  it('takes ids in capitals', async () => {
    const { path, ids } = await aPlan(['one', 'two']);
    const loud = ids.toReversed().map((id) => id.toUpperCase());
    ok(await developer.call('PUT', `${path}/order`, { ids: loud }));
    expect(await titlesOf(customer, path)).toEqual(['two', 'one']);
  });

  it('stays as it is once the plan is submitted, and is nothing for its customer', async () => {
    const { path, ids } = await aPlan(['one', 'two']);
    const turned = { ids: ids.toReversed() };
    expect(await customer.call('PUT', `${path}/order`, turned)).toMatchObject({
      body: { code: 'not_your_part' },
    });
    ok(await developer.call('POST', path.replace('milestones', 'submit-plan')));
    expect(await developer.call('PUT', `${path}/order`, turned)).toMatchObject({
      body: { code: 'wrong_state' },
    });
    expect(await titlesOf(customer, path)).toEqual(['one', 'two']);
  });

  it('is one of those that were asked for when two tabs order at once', async () => {
    const { path, ids } = await aPlan(['one', 'two', 'three']);
    const [one, two, three] = ids;
    const orders = [
      [three, two, one],
      [two, one, three],
      [one, three, two],
    ];
    const answers = await Promise.all(
      orders.map((order) => developer.call('PUT', `${path}/order`, { ids: order })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { items } = ok(await customer.call<{ items: Milestone[] }>('GET', path));
    expect(orders).toContainEqual(items.map(({ id }) => id));
  });
});

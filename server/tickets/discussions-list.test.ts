import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Message, MessagePage } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { grab, ok, postRequest } from '../testing/deeds.ts';
import { say, walkTo } from '../testing/walk.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

interface Page {
  items: Ticket[];
  next_cursor: string | null;
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const list = async (person: Person, query: string) =>
  ok(await person.call<Page>('GET', `/api/tickets?view=discussions${query}`));
const ids = ({ items }: Page) => items.map(({ id }) => id);

async function threeDiscussions() {
  const customer = await world.person('customer');
  const developer = await world.person('developer', { categories: ['web'] });
  const [one, two, three] = [
    (await postRequest(customer)).id,
    (await postRequest(customer)).id,
    (await postRequest(customer)).id,
  ];
  for (const id of [one, two, three]) await grab(developer, id);
  return { customer, developer, one, two, three };
}

it('discussions come by their last message or step where that is asked for, page by page', async () => {
  const { customer, developer, one, two, three } = await threeDiscussions();
  await say(developer, one, 'First');
  expect(ids(await list(customer, ''))).toEqual([three, two, one]);
  expect(ids(await list(customer, '&order=activity'))).toEqual([one, three, two]);
  await say(customer, two, 'Second');
  expect(ids(await list(developer, '&order=activity'))).toEqual([two, one, three]);
  const first = await list(developer, '&order=activity&limit=2');
  expect(ids(first)).toEqual([two, one]);
  const rest = await list(developer, `&order=activity&limit=2&cursor=${first.next_cursor}`);
  expect({ ids: ids(rest), next: rest.next_cursor }).toEqual({ ids: [three], next: null });
});

it('what is said in a conversation before theirs moves no discussion of the next unblocker', async () => {
  const { customer, developer: dan, one, two, three } = await threeDiscussions();
  const eve = await world.person('developer', { categories: ['web'] });
  const moderator = await world.person('moderator');
  const said = await say(dan, one, 'Pay me outside.');
  for (const id of [one, two, three]) {
    ok(await dan.call('POST', `/api/tickets/${id}/give-back`, { note: 'No time.' }));
    await grab(eve, id);
  }
  expect(ids(await list(eve, '&order=activity'))).toEqual([three, two, one]);
  ok(await customer.call('POST', `/api/messages/${said}/report`));
  const hide = `/api/moderation/messages/${said}/hide`;
  ok(await moderator.call('POST', hide, { reason: 'Nobody may be asked to pay elsewhere.' }));
  expect(ids(await list(customer, '&order=activity'))).toEqual([one, three, two]);
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await list(eve, `&order=activity&limit=1${cursor && `&cursor=${cursor}`}`);
    found.push(...ids(page));
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(found).toEqual([three, two, one]);
});

it('only those with unread messages come where that is asked for', async () => {
  const { customer, developer, one, two } = await threeDiscussions();
  await say(developer, one, 'First');
  await say(developer, two, 'Second');
  expect(ids(await list(customer, '&unread=true&order=activity'))).toEqual([two, one]);
  expect(ids(await list(customer, '&unread=true'))).toEqual([two, one]);
  expect(ids(await list(developer, '&unread=true'))).toEqual([]);
  ok(await customer.call('POST', `/api/tickets/${two}/read`));
  expect(ids(await list(customer, '&unread=true&order=activity'))).toEqual([one]);
});

it('the lists of both dashboards say how much of each request is unread', async () => {
  const { customer, developer, one, two, three } = await threeDiscussions();
  await say(developer, one, 'First');
  await say(developer, one, 'Second');
  await say(customer, two, 'Third');
  const unread = async (person: Person, view: string) => {
    const page = ok(await person.call<Page>('GET', `/api/tickets?view=${view}`));
    return Object.fromEntries(page.items.map((ticket) => [ticket.id, ticket.unread]));
  };
  expect(await unread(customer, 'active')).toEqual({ [one]: 2, [two]: 0, [three]: 0 });
  expect(await unread(developer, 'assigned')).toEqual({ [one]: 0, [two]: 1, [three]: 0 });
  ok(await customer.call('POST', `/api/tickets/${one}/read`));
  expect(await unread(customer, 'active')).toMatchObject({ [one]: 0 });
});

it('a list shows how the last message begins, without its Markdown marks', async () => {
  const { customer, developer, one } = await threeDiscussions();
  await say(developer, one, '## Found it\n\n- the **cookie** of `auth.ts`');
  const { items } = await list(customer, '');
  expect(items.find(({ id }) => id === one)?.last_message?.preview).toBe(
    'Found it the cookie of auth.ts',
  );
});

it('nobody writes to somebody who has deleted their account, in whatever way', async () => {
  const { customer, developer, ticketId } = await walkTo(world, 'approved');
  const path = `/api/tickets/${ticketId}`;
  const write = (body: object, headers = {}) =>
    developer.call<Message>(
      'POST',
      `${path}/messages`,
      { text: 'Are you there?', ...body },
      headers,
    );
  const { id } = ok(await write({}));
  await givePassword(world, customer);
  ok(await customer.call('DELETE', '/api/me', { password: PASSWORD }));
  for (const [body, headers] of [
    [{}, {}],
    [{ reply_to: id }, {}],
    [{}, { 'idempotency-key': crypto.randomUUID() }],
  ] as const) {
    expect(await write(body, headers)).toMatchObject({
      status: 409,
      body: { code: 'other_side_gone' },
    });
  }
  const ticket = ok(await developer.call<Ticket>('GET', path));
  expect(ticket.actions.message).toMatchObject({
    allowed: false,
    reason: expect.stringContaining('deleted'),
  });
  const { items } = ok(await developer.call<MessagePage>('GET', `${path}/messages`));
  expect(items.filter(({ text }) => text === 'Are you there?')).toHaveLength(1);
});

it('what the customer asked for last stands with the plan, for both, until it is answered', async () => {
  const { customer, developer, ticketId, milestoneId } = await walkTo(world, 'plan in review');
  const asked = async (person: Person) =>
    ok(
      await person.call<{ asked_for: object | null }>('GET', `/api/tickets/${ticketId}/milestones`),
    ).asked_for;
  expect(await asked(customer)).toBeNull();
  ok(
    await customer.call('POST', `/api/tickets/${ticketId}/request-changes`, {
      feedback: 'Smaller *steps*',
    }),
  );
  for (const person of [customer, developer])
    expect(await asked(person)).toMatchObject({ milestone_id: null, text: 'Smaller *steps*' });
  ok(await developer.call('POST', `/api/tickets/${ticketId}/submit-plan`));
  expect(await asked(customer)).toBeNull();
  ok(await customer.call('POST', `/api/tickets/${ticketId}/approve-plan`));
  const milestone = `/api/milestones/${milestoneId}`;
  await developer.call('POST', `${milestone}/start`);
  ok(await developer.call('POST', `${milestone}/submit`, { message: 'Done' }));
  expect(await asked(developer)).toBeNull();
  ok(await customer.call('POST', `${milestone}/reject`, { feedback: 'Still loops' }));
  for (const person of [customer, developer])
    expect(await asked(person)).toMatchObject({ milestone_id: milestoneId, text: 'Still loops' });
  await developer.call('POST', `${milestone}/start`);
  expect(await asked(developer)).toMatchObject({ text: 'Still loops' });
  ok(await developer.call('POST', `${milestone}/submit`, { message: 'Done again' }));
  expect(await asked(developer)).toBeNull();
});

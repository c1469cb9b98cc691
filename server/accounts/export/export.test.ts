import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Export, exportSchema } from '#domain/export.ts';
import { LIMITS } from '../../http/limits.ts';
import { givePassword } from '../../testing/accounts.ts';
import { grab, ok, postRequest } from '../../testing/deeds.ts';
import { applicant } from '../../testing/joining.ts';
import { say, walkTo } from '../../testing/walk.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** What somebody downloads; parsing by the schema proves its shape. */
async function exportOf(person: Person): Promise<Export> {
  const body = ok(await person.call('GET', '/api/me/export'));
  const parsed = exportSchema.parse(body);
  expect(parsed).toEqual(body);
  return parsed;
}

describe('the export of my data', () => {
  test('is a file to keep, and needs a session', async () => {
    const ana = await world.person('customer');
    const { status, headers } = await ana.call('GET', '/api/me/export');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="unblock-export-\d{4}-\d\d-\d\d\.json"$/,
      ),
      'cache-control': 'no-store',
    });
    expect((await world.call('GET', '/api/me/export')).status).toBe(401);
  });

  test('has an empty list for what there is none of', async () => {
    const ana = await world.person('customer', { name: 'Ana' });
    const found = await exportOf(ana);
    expect(found).toMatchObject({
      format: 'unblock-export-1',
      profile: { id: ana.id, email: ana.email, first_name: 'Ana' },
      user: { id: ana.id, email: ana.email },
      sessions: [{ current: true }],
      waitlist_entry: null,
      tickets_as_customer: [],
      messages: [],
      ledger_lines_as_customer: [],
    });
  });

  test('has all of a finished request, from the customer’s side', async () => {
    const { customer, ticketId } = await walkTo(world, 'approved');
    ok(await customer.call('PUT', `/api/tickets/${ticketId}/feedback`, { rating: 5 }));
    const found = await exportOf(customer);
    expect(found.tickets_as_customer).toMatchObject([
      {
        id: ticketId,
        status: 'CUSTOMER_APPROVED',
        milestones: [
          {
            title: 'Fix the login',
            cost_cents: 10_000,
            deliveries: [{ round: 1, message: 'It is done.', decision: 'accepted' }],
          },
        ],
      },
    ]);
    expect(found.reviews).toMatchObject([{ ticket_id: ticketId, written_by_me: true, rating: 5 }]);
    expect(found.tickets_as_customer[0]?.history[0]).toMatchObject({
      event: 'request_created',
      actor: 'customer',
      by_me: true,
    });
    expect(found.messages.map(({ text, written_by_me }) => [text, written_by_me])).toEqual([
      ['Can you help?', true],
      ['I can.', false],
      ['✓ Plan approved', true],
      ['✓ Milestone approved: Fix the login', true],
    ]);
    expect(found.billing_records).toMatchObject([
      { my_part: 'customer', status: 'released', price_cents: 10_000, discount_cents: 2500 },
    ]);
    expect(found.payments).toMatchObject([{ status: 'paid', charge_cents: 7500 }]);
    const accounts = found.ledger_lines_as_customer.map(({ account }) => account);
    expect(accounts).toEqual(['clearing', 'held', 'promotions', 'held']);
    const kinds = found.mails.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['request_assigned', 'milestone_ready']));
  });

  test('has the same from the developer’s side, without what is the customer’s alone', async () => {
    const { developer, customer, ticketId } = await walkTo(world, 'approved');
    const found = await exportOf(developer);
    expect(found.tickets_as_developer).toMatchObject([
      { id: ticketId, milestones: [{ deliveries: [{ round: 1 }] }] },
    ]);
    expect(found.billing_records).toMatchObject([{ my_part: 'developer', discount_cents: null }]);
    expect(found.payments).toEqual([]);
    expect(found.ledger_lines_as_developer).toMatchObject([
      { account: 'developer', amount_cents: 9000 },
    ]);
    expect(JSON.stringify(found)).not.toContain(customer.email);
  });

  test('says why a request waits for a moderator, what is proposed, and how it ended', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'results paid');
    const path = `/api/tickets/${ticketId}`;
    ok(await customer.call('POST', `${path}/ask-to-cancel`, { reason: 'It takes too long.' }));
    const [asked] = (await exportOf(customer)).tickets_as_customer;
    expect(asked?.cancellation).toMatchObject({
      asked_by: 'customer',
      reason: 'It takes too long.',
    });
    const words = { reason: 'quality', text: 'It loops.' };
    ok(await developer.call('POST', `${path}/get-help`, words));
    const [helped] = (await exportOf(developer)).tickets_as_developer;
    expect(helped).toMatchObject({ help: { by: 'developer', ...words }, cancellation: null });
    const { customer: other, ...cancelled } = await walkTo(world, 'planning');
    ok(
      await other.call('POST', `/api/tickets/${cancelled.ticketId}/cancel`, { reason: 'No need.' }),
    );
    const { tickets_as_customer } = await exportOf(other);
    expect(tickets_as_customer).toMatchObject([{ ending: 'cancelled', help: null }]);
  });

  test('has nothing of other people’s requests', async () => {
    const { ticketId } = await walkTo(world, 'working');
    const stranger = await world.person('developer');
    expect(JSON.stringify(await exportOf(stranger))).not.toContain(ticketId);
  });

  test('has what one wrote in a request that somebody else has taken over', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'reserved');
    ok(await developer.call('POST', `/api/tickets/${ticketId}/abandon`));
    const successor = await world.person('developer');
    ok(await successor.call('POST', `/api/tickets/${ticketId}/reserve`));
    await say(customer, ticketId, 'This is for the next one.');
    const { messages } = await exportOf(developer);
    expect(messages.map(({ text }) => text)).toEqual(['I can.']);
  });

  test('has what one planned and delivered before one gave the request back', async () => {
    const { developer, ticketId } = await walkTo(world, 'results paid');
    const note = 'The cart is in local storage.';
    ok(await developer.call('POST', `/api/tickets/${ticketId}/give-back`, { note }));
    const found = await exportOf(developer);
    expect(found.tickets_as_developer).toEqual([]);
    expect(found.former_tickets).toMatchObject([
      {
        ticket_id: ticketId,
        plans: [{ number: 1, by: 'developer' }],
        deliveries: [{ round: 1, message: 'It is done.' }],
      },
    ]);
    expect(found.handover_notes).toMatchObject([{ note }]);
  });

  test('has what one’s own messages said before they were edited, and no others’', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'working');
    const id = await say(customer, ticketId, 'The frist words');
    ok(await customer.call('PATCH', `/api/messages/${id}`, { text: 'The first words' }));
    const of = async (person: Person) =>
      (await exportOf(person)).messages.find((message) => message.id === id);
    const edited = { text: 'The first words', is_edited: true };
    expect(await of(customer)).toMatchObject({ ...edited, earlier: ['The frist words'] });
    expect(await of(developer)).toMatchObject({ ...edited, earlier: [] });
  });

  test('has the application, and no secret', async () => {
    const moderator = await world.person('moderator');
    const ana = await world.person('customer');
    await givePassword(world, ana);
    const { id } = await applicant(world, moderator, { email: ana.email, specialty: 'aiml' });
    ok(await moderator.call('POST', `/api/moderation/waitlist/${id}/approve`));
    const found = await exportOf(ana);
    expect(found.waitlist_entry).toMatchObject({ specialty: 'aiml', status: 'approved' });
    expect(found.invitation).toMatchObject({ role: 'developer', accepted_at: null });
    expect(JSON.stringify(found)).not.toMatch(/argon2|hash|secret|token/i);
  });

  test('is complete and in order, however much there is', async () => {
    const customer = await world.person('customer');
    const tickets: string[] = [];
    for (let count = 0; count < 45; count++) tickets.push((await postRequest(customer)).id);
    await grab(await world.person('developer'), tickets[7] ?? '');
    const said: string[] = [];
    for (let count = 0; count < 205; count++) {
      said.push(await say(customer, tickets[7] ?? '', `Message ${count}`));
    }
    const found = await exportOf(customer);
    expect(found.tickets_as_customer.map(({ id }) => id)).toEqual(tickets);
    expect(found.messages.map(({ id }) => id)).toEqual(said);
  });

  test('cannot be asked for all the time', async () => {
    const ana = await world.person('customer');
    world.context.config.rateLimits = true;
    for (let count = 0; count < LIMITS.export.hits; count++) {
      expect((await ana.call('GET', '/api/me/export')).status).toBe(200);
    }
    expect(await ana.call('GET', '/api/me/export')).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    world.context.config.rateLimits = false;
  });
});

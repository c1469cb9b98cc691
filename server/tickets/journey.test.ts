import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingRecord } from '#domain/billing.ts';
import type { HistoryItem } from '#domain/history.ts';
import { DROPPED_WITHIN_HOURS } from '#domain/limits.ts';
import type { Message } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import {
  agreeOnPlan,
  aMilestone,
  decideInSandbox,
  deliver,
  grab,
  ok,
  pay,
  postRequest,
} from '../testing/deeds.ts';
import { passMinutes } from '../testing/discussions.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { takeDueSteps } from './due-steps.ts';

let world: World;
let customer: Person;
let developer: Person;

beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer', { name: 'Maya' });
  developer = await world.person('developer', { name: 'Ana' });
});
afterAll(async () => {
  expect(await brokenInvariants(world.context.db)).toEqual([]);
  await world.close();
});

describe('a request, from asking to rating', () => {
  it('goes through the whole job and pays the developer', async () => {
    const ticket = await postRequest(customer);
    expect(ticket).toMatchObject({
      status: 'AWAITING_ASSIGNMENT',
      relation: 'customer',
      counterpart: null,
    });
    const available = ok(
      await developer.call<{ items: Ticket[] }>('GET', '/api/tickets?view=available'),
    );
    expect(available.items.map(({ id }) => id)).toContain(ticket.id);

    expect(await grab(developer, ticket.id)).toMatchObject({
      status: 'DEVELOPER_PLANNING',
      relation: 'developer',
    });
    const path = `/api/tickets/${ticket.id}/milestones`;
    const first = ok(await developer.call<Milestone>('POST', path, aMilestone));
    expect(first).toMatchObject({
      cost_cents: 10_000,
      hourly_rate: 50,
      estimated_work_time: '2 hours 0 minutes',
      paid: false,
    });
    ok(await developer.call('POST', path, { ...aMilestone, title: 'Test it', hours: 1 }));
    ok(await developer.call('POST', `/api/tickets/${ticket.id}/submit-plan`));

    const changes = await customer.call('POST', `/api/tickets/${ticket.id}/request-changes`, {
      feedback: 'Cheaper please',
    });
    expect(changes.body).toMatchObject({ status: 'DEVELOPER_PLANNING' });
    ok(await developer.call('PATCH', `/api/milestones/${first.id}`, { hours: 1, minutes: 30 }));
    ok(await developer.call('POST', `/api/tickets/${ticket.id}/submit-plan`));
    const { checkout_url } = ok(
      await customer.call<{ checkout_url: string }>(
        'POST',
        `/api/tickets/${ticket.id}/approve-plan`,
      ),
    );

    // The first hour costs 25 dollars: 75 - 25.
    const page = await world.app.inject({ method: 'GET', url: new URL(checkout_url).pathname });
    expect(page.body).toContain('$50.00');
    const back = await decideInSandbox(world, checkout_url, 'pay');
    expect(back.headers.location).toMatch(/\/paidSuccessful\/[0-9a-f-]{36}$/);
    const recordId = String(back.headers.location).split('/').at(-1);
    const record = ok(
      await customer.call<BillingRecord>('POST', `/api/billing-records/${recordId}/check`),
    );
    expect(record).toMatchObject({
      payment_status: 'paid',
      price_cents: 7500,
      discount_cents: 2500,
      charge_cents: 5000,
    });

    await deliver(developer, first.id);
    const sentBack = await customer.call('POST', `/api/milestones/${first.id}/reject`, {
      feedback: 'Safari still loops',
    });
    expect(sentBack.body).toMatchObject({ status: 'REJECTED' });
    await deliver(developer, first.id);
    const accepted = ok(
      await customer.call<Milestone>('POST', `/api/milestones/${first.id}/accept`, {
        feedback: 'Great',
      }),
    );
    expect(accepted).toMatchObject({ status: 'ACCEPTED', billing_status: 'released' });
    expect(accepted.deliveries.map(({ decision }) => decision)).toEqual(['rejected', 'accepted']);

    const plan = ok(await customer.call<{ items: Milestone[]; total_cents: number }>('GET', path));
    expect(plan.items.map(({ status }) => status)).toEqual(['ACCEPTED', 'IN_PROGRESS']);
    expect(plan.total_cents).toBe(12_500);
    const second = plan.items[1]?.id ?? '';
    ok(
      await developer.call('POST', `/api/milestones/${second}/submit`, {
        message: 'Tests are green',
      }),
    );
    const unpaid = await customer.call('POST', `/api/milestones/${second}/accept`);
    expect(unpaid).toMatchObject({ status: 409, body: { code: 'milestone_not_paid' } });
    await pay(world, customer, second);
    ok(await customer.call('POST', `/api/milestones/${second}/accept`));

    expect(ok(await customer.call('GET', `/api/tickets/${ticket.id}`))).toMatchObject({
      status: 'CUSTOMER_APPROVED',
    });
    const rating = ok(
      await customer.call('PUT', `/api/tickets/${ticket.id}/feedback`, {
        rating: 5,
        feedback: 'Quick',
      }),
    );
    expect(rating).toEqual({
      ticket_id: ticket.id,
      rating: 5,
      feedback: 'Quick',
      feedback_left_by: 'customer',
    });
    expect(await balance(world.context.db, 'developer', developer.id)).toBe(11_250);
    expect(await balance(world.context.db, 'fees')).toBe(1250);
    expect(await balance(world.context.db, 'promotions')).toBe(-2500);

    const thread = ok(
      await developer.call<{ items: Message[] }>('GET', `/api/tickets/${ticket.id}/messages`),
    );
    expect(thread.items.map(({ text }) => text.split('\n')[0])).toEqual([
      '✗ Plan needs revisions',
      '→ Plan 2: 1 changed, $25.00 less',
      '✓ Plan approved',
      '✗ Milestone needs revisions: Fix the login',
      '✓ Milestone approved: Fix the login',
      '✓ Milestone approved: Test it',
    ]);
    const history = ok(
      await customer.call<{ items: HistoryItem[] }>(
        'GET',
        `/api/tickets/${ticket.id}/history?limit=100`,
      ),
    );
    expect(history.items.map(({ event }) => event)).toEqual([
      'developer_rated',
      'milestone_accepted',
      'payment_held',
      'checkout_opened',
      'milestone_submitted',
      'milestone_started',
      'milestone_accepted',
      'milestone_submitted',
      'milestone_started',
      'milestone_rejected',
      'milestone_submitted',
      'milestone_started',
      'payment_held',
      'plan_approved',
      'plan_submitted',
      'milestone_edited',
      'plan_changes_requested',
      'plan_submitted',
      'milestone_added',
      'milestone_added',
      'request_grabbed',
      'request_created',
    ]);
  });

  it('tells the customer by mail of each step that waits for them', async () => {
    const ticket = await postRequest(customer);
    await grab(developer, ticket.id);
    const [milestone] = await agreeOnPlan({ customer, developer }, ticket.id);
    await deliver(developer, milestone?.id ?? '');
    ok(await customer.call('POST', `/api/tickets/${ticket.id}/messages`, { text: 'Thanks!' }));
    await passMinutes(world, 2);
    const short = ticket.id.slice(-6).toUpperCase();
    const mails = (await world.mails()).filter(
      ({ body_text, subject }) =>
        `${body_text}${subject}`.includes(short) || body_text.includes(ticket.id),
    );
    const to = (person: Person) =>
      mails.filter(({ recipient }) => recipient === person.email).map(({ subject }) => subject);
    expect(to(customer)).toEqual([
      `Request #${short} has been assigned`,
      `Request #${short} - Plan Submitted for Review`,
      `Request #${short} - Milestone Ready for Review`,
    ]);
    // The approval of the plan and the thanks, in one.
    expect(to(developer)).toEqual([`New message for request #${short}`]);
    const created = (await world.mails()).filter(
      ({ subject }) => subject === 'New Request Created',
    );
    expect(created.at(-1)?.body_text).toContain(`Email: ${customer.email}`);
  });

  it('keeps a reservation for the one who made it, until it lapses', async () => {
    const other = await world.person('developer');
    const ticket = await postRequest(customer);
    const reserved = ok(await developer.call<Ticket>('POST', `/api/tickets/${ticket.id}/reserve`));
    expect(reserved).toMatchObject({ status: 'AWAITING_ASSIGNMENT', developer_id: developer.id });
    expect(reserved.actions.grab).toEqual({ allowed: true, reason: null });
    expect((await other.call('POST', `/api/tickets/${ticket.id}/grab`)).body).toMatchObject({
      code: 'ticket_already_grabbed',
    });
    expect((await other.call('GET', `/api/tickets/${ticket.id}`)).status).toBe(404);

    const { db } = world.context;
    const { reserved_until, status_since } = await db
      .selectFrom('tickets')
      .select(['reserved_until', 'status_since'])
      .where('id', '=', ticket.id)
      .executeTakeFirstOrThrow();
    const hours = (Number(reserved_until) - Number(status_since)) / 3_600_000;
    expect(hours).toBeGreaterThan(24 - 0.01);
    expect(hours).toBeLessThan(24 + 0.01);
    const until = Number(reserved_until);
    await takeDueSteps(world.context, new Date(until - 1));
    expect((await developer.call('GET', `/api/tickets/${ticket.id}`)).body).toMatchObject({
      developer_id: developer.id,
    });
    await takeDueSteps(world.context, new Date(until));
    expect((await developer.call('GET', `/api/tickets/${ticket.id}`)).body).toMatchObject({
      developer_id: null,
    });
    expect(await grab(other, ticket.id)).toMatchObject({ developer_id: other.id });
  });

  it('lets a developer reserve three requests, abandon one and take another', async () => {
    const eager = await world.person('developer');
    const tickets = [];
    for (let count = 0; count < 4; count++) tickets.push(await postRequest(customer));
    const reserve = (ticket: Ticket | undefined) =>
      eager.call('POST', `/api/tickets/${ticket?.id}/reserve`);
    const answers = await Promise.all(tickets.map(reserve));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_reservations',
    });
    const held = tickets.filter((_, index) => answers[index]?.status === 200);
    const missed = tickets.find((_, index) => answers[index]?.status === 409);
    ok(await eager.call('POST', `/api/tickets/${held[0]?.id}/abandon`));
    expect((await reserve(missed)).status).toBe(200);
  });

  it('lets nobody reserve one request after the other and leave them all', async () => {
    const idle = await world.person('developer');
    const leave = async () => {
      const { id } = await postRequest(customer);
      const answer = await idle.call('POST', `/api/tickets/${id}/reserve`);
      if (answer.status === 200) ok(await idle.call('POST', `/api/tickets/${id}/abandon`));
      return answer;
    };
    const answers = [];
    for (let count = 0; count < 10; count++) answers.push(await leave());
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.at(-1)).toMatchObject({
      status: 409,
      body: { code: 'too_many_dropped_reservations' },
    });
    const open = await postRequest(customer);
    const seen = ok(await idle.call<Ticket>('GET', `/api/tickets/${open.id}`));
    expect(seen.actions.reserve).toMatchObject({ allowed: false });
    expect(await grab(idle, open.id)).toMatchObject({ developer_id: idle.id });
  });

  it('counts neither what a developer still keeps nor what they left long ago as left', async () => {
    const busy = await world.person('developer');
    const reserve = async () => {
      const { id } = await postRequest(customer);
      return { id, status: (await busy.call('POST', `/api/tickets/${id}/reserve`)).status };
    };
    const kept = [await reserve(), await reserve()];
    for (let count = 0; count < 5; count++) {
      const { id, status } = await reserve();
      expect(status).toBe(200);
      ok(await busy.call('POST', `/api/tickets/${id}/abandon`));
    }
    expect((await reserve()).status).toBe(409);
    const left = world.context.db.updateTable('ticket_history').where('actor_id', '=', busy.id);
    const longAgo = new Date(Date.now() - (DROPPED_WITHIN_HOURS * 3600 + 1) * 1000);
    await left.set({ created_at: longAgo }).execute();
    expect((await reserve()).status).toBe(200);
    expect(kept.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('leaves the final word to the provider: coming back or declining pays nothing', async () => {
    const newcomer = await world.person('customer');
    const ticket = await postRequest(newcomer);
    await grab(developer, ticket.id);
    const [milestone] = await agreeOnPlan({ customer: newcomer, developer }, ticket.id);
    const id = milestone?.billing_record_id ?? '';
    const { checkout_url } = ok(
      await newcomer.call<{ checkout_url: string }>(
        'POST',
        `/api/milestones/${milestone?.id}/checkout`,
      ),
    );
    expect(ok(await newcomer.call('POST', `/api/billing-records/${id}/check`))).toMatchObject({
      payment_status: 'not_paid',
    });
    expect((await decideInSandbox(world, checkout_url, 'decline')).statusCode).toBe(303);
    expect(ok(await newcomer.call('POST', `/api/billing-records/${id}/check`))).toMatchObject({
      payment_status: 'not_paid',
      status: 'unpaid',
    });
    expect((await customer.call('POST', `/api/billing-records/${id}/check`)).status).toBe(404);
    await decideInSandbox(world, checkout_url, 'pay');
    await decideInSandbox(world, checkout_url, 'pay');
    expect(ok(await newcomer.call('POST', `/api/billing-records/${id}/check`))).toMatchObject({
      payment_status: 'paid',
      status: 'held',
    });
    expect(await balance(world.context.db, 'held', milestone?.id)).toBe(10_000);
  });

  it('gives the first-hour price once, however many checkouts are open', async () => {
    const newcomer = await world.person('customer');
    const plans = [];
    for (let count = 0; count < 2; count++) {
      const ticket = await postRequest(newcomer);
      await grab(developer, ticket.id);
      plans.push(await agreeOnPlan({ customer: newcomer, developer }, ticket.id));
    }
    const urls = [];
    for (const [milestone] of plans) {
      urls.push(
        ok(
          await newcomer.call<{ checkout_url: string }>(
            'POST',
            `/api/milestones/${milestone?.id}/checkout`,
          ),
        ).checkout_url,
      );
    }
    for (const url of urls) await decideInSandbox(world, url, 'pay');
    const held = await Promise.all(
      plans.map(([milestone]) => balance(world.context.db, 'held', milestone?.id)),
    );
    // The first checkout was closed when the second one took the discount over.
    expect(held).toEqual([0, 10_000]);
    const first = plans[0]?.[0]?.id ?? '';
    await pay(world, newcomer, first);
    expect(await balance(world.context.db, 'held', first)).toBe(10_000);
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });

  it('stores a message that is sent twice once, and shows it read', async () => {
    const ticket = await postRequest(customer);
    await grab(developer, ticket.id);
    const path = `/api/tickets/${ticket.id}/messages`;
    const message = { text: 'Hello', client_id: crypto.randomUUID() };
    const [first, second] = await Promise.all([
      developer.call<Message>('POST', path, message),
      developer.call<Message>('POST', path, message),
    ]);
    expect(ok(first).id).toBe(ok(second).id);
    const thread = ok(await customer.call<{ items: Message[] }>('GET', path));
    expect(thread.items).toHaveLength(1);
    ok(await customer.call('POST', `/api/tickets/${ticket.id}/read`));
    expect(ok(await developer.call<{ items: Message[] }>('GET', path)).items[0]?.is_read).toBe(
      true,
    );
  });

  it('takes a report to the moderators, and stops the work', async () => {
    const ticket = await postRequest(customer);
    await grab(developer, ticket.id);
    const insult = ok(
      await developer.call<Message>('POST', `/api/tickets/${ticket.id}/messages`, {
        text: 'You fool',
      }),
    );
    expect((await developer.call('POST', `/api/messages/${insult.id}/report`)).body).toMatchObject({
      code: 'own_message',
    });
    expect(ok(await customer.call('POST', `/api/messages/${insult.id}/report`))).toMatchObject({
      is_reported: true,
    });
    expect((await customer.call('POST', `/api/messages/${insult.id}/report`)).status).toBe(409);
    expect(ok(await customer.call('GET', `/api/tickets/${ticket.id}`))).toMatchObject({
      status: 'REQUIRES_MOD_ASSISTANCE',
    });
    expect((await developer.call('POST', `/api/tickets/${ticket.id}/submit-plan`)).status).toBe(
      409,
    );
    const reported = expect.objectContaining({ subject: 'Message Reported' });
    expect(await world.mails()).toContainEqual(reported);
  });

  it('can be edited and deleted while it is pending, and not after', async () => {
    const ticket = await postRequest(customer);
    const path = `/api/tickets/${ticket.id}`;
    expect(ok(await customer.call('PATCH', path, { budget: '$200' }))).toMatchObject({
      budget: '$200',
      description: ticket.description,
    });
    expect((await customer.call('PATCH', path, { budget: ' ' })).body).toMatchObject({
      status: 400,
      detail: 'Budget is required',
    });
    await grab(developer, ticket.id);
    expect((await customer.call('PATCH', path, { budget: '$1' })).status).toBe(409);
    expect((await customer.call('DELETE', path)).status).toBe(409);
    const other = await postRequest(customer);
    expect((await developer.call('DELETE', `/api/tickets/${other.id}`)).status).toBe(403);
    expect((await customer.call('DELETE', `/api/tickets/${other.id}`)).status).toBe(204);
    expect((await customer.call('GET', `/api/tickets/${other.id}`)).status).toBe(404);
  });
});

describe('fifty developers who grab one request at once', () => {
  it('make one winner, and forty-nine who are told', async () => {
    const ticket = await postRequest(customer);
    const developers = await Promise.all(
      Array.from({ length: 50 }, () => world.person('developer')),
    );
    const before = (await world.mails()).length;
    const answers = await Promise.all(
      developers.map((each) => each.call('POST', `/api/tickets/${ticket.id}/grab`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status === 409);
    expect(losers).toHaveLength(49);
    for (const { body } of losers)
      expect(body).toMatchObject({
        code: 'ticket_already_grabbed',
        detail: 'Another unblocker has taken this request.',
      });
    const winner = developers[answers.findIndex(({ status }) => status === 200)];
    expect(ok(await customer.call('GET', `/api/tickets/${ticket.id}`))).toMatchObject({
      developer_id: winner?.id,
    });
    expect((await world.mails()).slice(before)).toHaveLength(1);
  });
});

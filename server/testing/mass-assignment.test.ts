import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#domain/message.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { aMilestone, aRequest, ok } from './deeds.ts';
import { stored } from './stored.ts';
import { type Stage, walkTo } from './walk.ts';
import { openWorld, type Person, type World } from './world.ts';

let world: World;
let stranger: Person;
beforeAll(async () => {
  world = await openWorld();
  stranger = await world.person('developer');
});
afterAll(() => world.close());

/** Fields that no caller may set, with values that somebody would like them to have. */
function forbidden() {
  return {
    id: randomUUID(),
    ticket_id: randomUUID(),
    milestone_id: randomUUID(),
    customer_id: stranger.id,
    developer_id: stranger.id,
    author_id: stranger.id,
    user_id: stranger.id,
    user_type: 'moderator',
    role: 'moderator',
    email: 'me@example.org',
    status: 'CUSTOMER_APPROVED',
    status_before_help: 'CUSTOMER_APPROVED',
    reserved_until: null,
    paid: true,
    billing_status: 'released',
    billing_record_id: randomUUID(),
    discount_cents: 1,
    cost_cents: 1,
    price_cents: 1,
    charge_cents: 1,
    hourly_rate_cents: 1,
    position: -1,
    round: 9,
    is_read: true,
    is_reported: true,
    is_system: true,
    notification_sent: true,
    decision: 'accepted',
    feedback_left_by: 'developer',
    estimated_minutes: 1,
    created_at: '2001-01-01T00:00:00Z',
    status_since: '2001-01-01T00:00:00Z',
    started_at: '2001-01-01T00:00:00Z',
    submitted_at: '2001-01-01T00:00:00Z',
    password_hash: 'x',
    banned_until: null,
    email_confirmed_at: '2001-01-01T00:00:00Z',
  };
}

describe('fields that a caller may not set', () => {
  it('leave a new request its author’s, open and of today', async () => {
    const customer = await world.person('customer');
    const sent = { ...forbidden(), ...aRequest };
    const made = ok(await customer.call<Ticket>('POST', '/api/tickets', sent));
    expect(made).toMatchObject({
      customer_id: customer.id,
      developer_id: null,
      status: 'AWAITING_ASSIGNMENT',
      reserved_until: null,
    });
    expect(made.id).not.toBe(sent.id);
    expectOfToday(made.created_at);
    expectOfToday(made.status_since);
  });

  it('leave a new milestone planned, unpaid and at its price', async () => {
    const { developer, ticketId } = await walkTo(world, 'planning');
    const sent = { ...forbidden(), ...aMilestone };
    const path = `/api/tickets/${ticketId}/milestones`;
    const made = ok(await developer.call<Milestone>('POST', path, sent));
    expect(made).toMatchObject({
      ticket_id: ticketId,
      status: 'PLANNED',
      paid: false,
      billing_status: 'unpaid',
      cost_cents: 10_000,
      hourly_rate_cents: 5000,
      estimated_minutes: 120,
      started_at: null,
    });
    expect([sent.id, sent.billing_record_id]).not.toContain(made.id);
    expect(made.billing_record_id).not.toBe(sent.billing_record_id);
    expectOfToday(made.created_at);
  });

  it('leave a new message its author’s, unread and unreported', async () => {
    const { customer, ticketId } = await walkTo(world, 'planning');
    const sent = { ...forbidden(), text: 'Hello' };
    const made = ok(
      await customer.call<Message>('POST', `/api/tickets/${ticketId}/messages`, sent),
    );
    expect(made).toMatchObject({
      ticket_id: ticketId,
      author_id: customer.id,
      is_read: false,
      is_reported: false,
      is_system: false,
    });
    expect(made.id).not.toBe(sent.id);
    expectOfToday(made.created_at);
  });

  it('make nobody anybody else', async () => {
    for (const user_type of ['customer', 'developer'] as const) {
      const person = await world.person(user_type);
      const before = await account(person);
      ok(await person.call('PATCH', '/api/me', { ...forbidden(), last_name: 'Silva' }));
      expect(await account(person)).toEqual({ ...before, last_name: 'Silva' });
    }
  });

  it('make nobody who signs up more than a customer', async () => {
    const email = `${randomUUID()}@example.com`;
    const answer = await world.call('POST', '/auth/v1/signup', {
      ...forbidden(),
      email,
      password: 'grüne Wiese 7',
      data: { ...forbidden(), user_type: 'developer', supported_categories: ['web'] },
    });
    expect(answer.status).toBeLessThan(300);
    const made = await world.context.db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.id')
      .select(['user_type', 'supported_categories', 'email_confirmed_at'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(made).toEqual({
      user_type: 'customer',
      supported_categories: [],
      email_confirmed_at: null,
    });
  });
});

/** Steps whose bodies carry more than they should end exactly as without it. */
const edits: {
  what: string;
  stage: Stage;
  by: 'customer' | 'developer';
  call: string;
  body: object;
}[] = [
  {
    what: 'editing a request',
    stage: 'open',
    by: 'customer',
    call: 'PATCH /api/tickets/TICKET',
    body: { budget: '$300' },
  },
  {
    what: 'editing a milestone',
    stage: 'planning',
    by: 'developer',
    call: 'PATCH /api/milestones/MILESTONE',
    body: { title: 'New' },
  },
  {
    what: 'submitting a plan',
    stage: 'planning',
    by: 'developer',
    call: 'POST /api/tickets/TICKET/submit-plan',
    body: {},
  },
  {
    what: 'requesting changes',
    stage: 'plan in review',
    by: 'customer',
    call: 'POST /api/tickets/TICKET/request-changes',
    body: { feedback: 'Shorter' },
  },
  {
    what: 'approving a plan',
    stage: 'plan in review',
    by: 'customer',
    call: 'POST /api/tickets/TICKET/approve-plan',
    body: {},
  },
  {
    what: 'starting',
    stage: 'plan approved',
    by: 'developer',
    call: 'POST /api/milestones/MILESTONE/start',
    body: {},
  },
  {
    what: 'handing in',
    stage: 'working',
    by: 'developer',
    call: 'POST /api/milestones/MILESTONE/submit',
    body: { message: 'Done' },
  },
  {
    what: 'accepting',
    stage: 'results paid',
    by: 'customer',
    call: 'POST /api/milestones/MILESTONE/accept',
    body: { feedback: 'Great' },
  },
  {
    what: 'rejecting',
    stage: 'results unpaid',
    by: 'customer',
    call: 'POST /api/milestones/MILESTONE/reject',
    body: { feedback: 'It loops' },
  },
  {
    what: 'rating',
    stage: 'approved',
    by: 'customer',
    call: 'PUT /api/tickets/TICKET/feedback',
    body: { rating: 4, feedback: 'Good' },
  },
  {
    what: 'opening a checkout',
    stage: 'working',
    by: 'customer',
    call: 'POST /api/milestones/MILESTONE/checkout',
    body: {},
  },
  {
    what: 'reading',
    stage: 'planning',
    by: 'customer',
    call: 'POST /api/tickets/TICKET/read',
    body: {},
  },
];

describe.each(edits)('$what with fields that a caller may not set', ({ stage, by, call, body }) => {
  it('ends exactly as without them', async () => {
    const [plain, greedy] = [await outcome(body), await outcome({ ...forbidden(), ...body })];
    expect(greedy).toEqual(plain);
  });

  /** What is stored afterwards, with ids and times told apart only by their order. */
  async function outcome(sent: object): Promise<unknown> {
    const scene = await walkTo(world, stage);
    const [method, path = ''] = call.split(' ');
    const url = path
      .replace('TICKET', scene.ticketId)
      .replace('MILESTONE', scene.milestoneId ?? '');
    ok(await scene[by].call(method as 'POST', url, sent));
    const names = new Map<string, string>();
    const text = JSON.stringify(await stored(scene))
      .replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, (time) => (time.startsWith('"2001') ? time : '"a time"'))
      .replace(/\\\\x[0-9a-f]{64}/g, 'a hash')
      .replace(/"(position|id)":\d+/g, '"$1":"a number"')
      .replace(
        UUID,
        (id) => names.get(id) ?? (names.set(id, `id ${names.size}`).get(id) as string),
      );
    return JSON.parse(text);
  }
});

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function expectOfToday(time: string | Date): void {
  expect(Math.abs(Date.now() - new Date(time).getTime())).toBeLessThan(60_000);
}

function account({ id }: Person): Promise<Record<string, unknown>> {
  return world.context.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .selectAll('profiles')
    .select(['email', 'password_hash', 'email_confirmed_at', 'banned_until'])
    .where('profiles.id', '=', id)
    .executeTakeFirstOrThrow();
}

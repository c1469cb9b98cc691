import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#domain/message.ts';
import type { Ticket } from '#domain/ticket.ts';
import { aMilestone, aRequest, ok } from '../../testing/deeds.ts';
import { workOfThreads } from '../../testing/own-time.ts';
import { type Stage, say, walkTo } from '../../testing/walk.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';

/** In parts, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_');

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Found {
  code: string;
  items: { where: string; kind: string; line: number; excerpt: string }[];
}

interface Call {
  stage: Stage;
  by: 'customer' | 'developer';
  method: 'POST' | 'PUT' | 'PATCH';
  path: (ids: { ticketId: string; milestoneId: string | null }) => string;
  body: Record<string, unknown>;
  /** The field with the key in it. */
  field: string;
}

const ticket =
  (rest = '') =>
  ({ ticketId }: { ticketId: string }) =>
    `/api/tickets/${ticketId}${rest}`;
const milestone =
  (rest = '') =>
  ({ milestoneId }: { milestoneId: string | null }) =>
    `/api/milestones/${milestoneId}${rest}`;
const text = `See line two\nkey ${KEY}`;

/** One call of each kind that shows a text to the other side. */
const calls: Record<string, Call> = {
  'a new request': {
    stage: 'open',
    by: 'customer',
    method: 'POST',
    path: () => '/api/tickets',
    body: { ...aRequest, description: text },
    field: 'description',
  },
  'an edited request': {
    stage: 'open',
    by: 'customer',
    method: 'PATCH',
    path: ticket(),
    body: { stack: text },
    field: 'stack',
  },
  'a message': {
    stage: 'working',
    by: 'developer',
    method: 'POST',
    path: ticket('/messages'),
    body: { text },
    field: 'text',
  },
  'a milestone': {
    stage: 'planning',
    by: 'developer',
    method: 'POST',
    path: ticket('/milestones'),
    body: { ...aMilestone, description: text },
    field: 'description',
  },
  'an edited milestone': {
    stage: 'planning',
    by: 'developer',
    method: 'PATCH',
    path: milestone(),
    body: { description: text },
    field: 'description',
  },
  'a plan sent back': {
    stage: 'plan in review',
    by: 'customer',
    method: 'POST',
    path: ticket('/request-changes'),
    body: { feedback: text },
    field: 'feedback',
  },
  'a delivery': {
    stage: 'working',
    by: 'developer',
    method: 'POST',
    path: milestone('/submit'),
    body: { message: text },
    field: 'message',
  },
  'an approval': {
    stage: 'results paid',
    by: 'customer',
    method: 'POST',
    path: milestone('/accept'),
    body: { feedback: text },
    field: 'feedback',
  },
  'a delivery sent back': {
    stage: 'results paid',
    by: 'customer',
    method: 'POST',
    path: milestone('/reject'),
    body: { feedback: text },
    field: 'feedback',
  },
  'a rating': {
    stage: 'approved',
    by: 'customer',
    method: 'PUT',
    path: ticket('/feedback'),
    body: { rating: 5, feedback: text },
    field: 'feedback',
  },
};

describe.each(Object.entries(calls))('%s with a key in it', (_, call) => {
  async function prepare() {
    const scene = await walkTo(world, call.stage);
    const send = (more: object = {}) =>
      scene[call.by].call<Found>(call.method, call.path(scene), { ...call.body, ...more });
    return { scene, send };
  }

  it('is refused, says where, and leaves nothing behind', async () => {
    const { scene, send } = await prepare();
    const before = await everything(scene.customer);
    const answer = await send();
    expect(answer.status).toBe(422);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body.code).toBe('secrets_found');
    expect(answer.body.items).toEqual([
      { where: call.field, kind: expect.any(String), line: 2, excerpt: expect.any(String) },
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(KEY);
    expect(await everything(scene.customer)).toBe(before);
  });

  it('is masked where that is asked for', async () => {
    const { scene, send } = await prepare();
    const answer = await send({ secrets: 'mask' });
    expect(answer.status).toBeLessThan(300);
    const all = await everything(scene.customer);
    expect(all).not.toContain(KEY);
    expect(all).toContain('See line two');
    expect(all).not.toContain('secrets_shared');
  });

  it('goes through knowingly, which the history says', async () => {
    const { scene, send } = await prepare();
    expect((await send({ secrets: 'share' })).status).toBeLessThan(300);
    const all = await everything(scene.customer);
    expect(all).toContain(KEY);
    expect(all.split('"secrets_shared"')).toHaveLength(2);
  });
});

/** All that a customer can read of their requests. */
async function everything(customer: Person): Promise<string> {
  const { items } = ok(await customer.call<{ items: Ticket[] }>('GET', '/api/tickets?view=active'));
  const past = ok(await customer.call<{ items: Ticket[] }>('GET', '/api/tickets?view=history'));
  const read: unknown[] = [];
  for (const one of [...items, ...past.items]) {
    read.push(one);
    for (const part of ['messages', 'milestones', 'history', 'feedback'])
      read.push(ok(await customer.call('GET', `/api/tickets/${one.id}/${part}`)));
  }
  return JSON.stringify(read);
}

describe('a choice', () => {
  it('that is none is bad input', async () => {
    const { customer, ticketId } = await walkTo(world, 'reserved');
    for (const secrets of ['', 'all', 7, null, ['mask'], { mask: true }]) {
      const body = { text: 'Hello', secrets };
      const answer = await customer.call('POST', `/api/tickets/${ticketId}/messages`, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ errors: [{ path: 'secrets' }] });
    }
  });

  it('to share where nothing was found writes no line in the history', async () => {
    const { customer, ticketId } = await walkTo(world, 'reserved');
    const body = { text: 'Hello', secrets: 'share' };
    ok(await customer.call('POST', `/api/tickets/${ticketId}/messages`, body));
    expect(await everything(customer)).not.toContain('secrets_shared');
  });

  it('made twice at once shares once', async () => {
    const { customer, ticketId } = await walkTo(world, 'reserved');
    const body = { text, secrets: 'share', client_id: randomUUID() };
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/api/tickets/${ticketId}/messages`;
    const both = await Promise.all([1, 2].map(() => customer.call<Message>('POST', path, body)));
    expect(new Set(both.map((answer) => ok(answer).id)).size).toBe(1);
    const again = { text: `again ${KEY}`, secrets: 'share' };
    const keyed = await Promise.all(
      [1, 2].map(() => customer.call<Message>('POST', path, again, headers)),
    );
    expect(new Set(keyed.map((answer) => ok(answer).id)).size).toBe(1);
    expect((await everything(customer)).split('"secrets_shared"')).toHaveLength(3);
  });

  it('does not open what belongs to others', async () => {
    const { ticketId, milestoneId } = await walkTo(world, 'working');
    const stranger = await world.person('customer');
    const tries: [string, object][] = [
      [`/api/tickets/${ticketId}/messages`, { text }],
      [`/api/milestones/${milestoneId}/submit`, { message: text }],
    ];
    for (const [path, body] of tries) {
      const shared = await stranger.call('POST', path, { ...body, secrets: 'share' });
      expect(shared.status).toBe(404);
      const anonymous = await world.call('POST', path, { ...body, secrets: 'share' });
      expect(anonymous.status).toBe(401);
    }
  });

  it('in the wrong state is refused as without a key', async () => {
    const { developer, milestoneId } = await walkTo(world, 'planning');
    const body = { message: text, secrets: 'share' };
    const answer = await developer.call('POST', `/api/milestones/${milestoneId}/submit`, body);
    expect(answer).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });
});

describe('a long text', () => {
  it('full of passwords is masked to the last one', async () => {
    const { customer, ticketId } = await walkTo(world, 'reserved');
    const many = Array.from({ length: 300 }, (_, i) => `password: "hunter${i}x9Qz!"`).join('\n');
    const path = `/api/tickets/${ticketId}/messages`;
    const work = await workOfThreads(async () => {
      const sent = ok(await customer.call<Message>('POST', path, { text: many, secrets: 'mask' }));
      expect(sent.text).not.toMatch(/hunter\d+x9Qz/);
    });
    expect(work).toBeLessThan(15_000);
  });

  it.each([
    ['newlines', '\n'.repeat(19_000)],
    ['one letter', 'a'.repeat(20_000)],
    ['names without values', 'password: '.repeat(2000)],
    ['half a key over and over', 'sk_live_'.repeat(2500)],
  ])('of %s is looked through in time', async (_, filler) => {
    const { customer, ticketId } = await walkTo(world, 'reserved');
    const path = `/api/tickets/${ticketId}/messages`;
    const work = await workOfThreads(async () => {
      const answer = await customer.call('POST', path, { text: `x${filler.slice(0, 19_990)}` });
      expect([201, 422, 503]).toContain(answer.status);
    });
    expect(work).toBeLessThan(15_000);
  });
});

describe('a key that was shared before', () => {
  it('is asked about again in the next text', async () => {
    const { customer, ticketId } = await walkTo(world, 'reserved');
    const path = `/api/tickets/${ticketId}/messages`;
    ok(await customer.call('POST', path, { text, secrets: 'share' }));
    expect((await customer.call('POST', path, { text })).status).toBe(422);
    await say(customer, ticketId, 'Nothing in here');
  });
});

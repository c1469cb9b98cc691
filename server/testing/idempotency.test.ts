import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '#domain/ticket.ts';
import { fingerprint } from '../http/idempotency.ts';
import { hitLimit, LIMITS, type LimitName } from '../http/limits.ts';
import { aMilestone, aRequest } from './deeds.ts';
import { expectProblem } from './expect-problem.ts';
import { stored } from './stored.ts';
import { type Scene, type Stage, walkTo } from './walk.ts';
import { openWorld, type Person, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Act {
  call: string;
  stage: Stage;
  by: 'customer' | 'developer';
  path: (scene: Scene) => string;
  body?: object;
  other?: object;
}

const ticket = (action: string) => (scene: Scene) => `/api/tickets/${scene.ticketId}/${action}`;
const milestone = (action: string) => (scene: Scene) =>
  `/api/milestones/${scene.milestoneId}/${action}`;

/** Every POST that creates something, takes a step or moves money. */
const acts: Act[] = [
  {
    call: 'adding a milestone',
    stage: 'planning',
    by: 'developer',
    path: ticket('milestones'),
    body: aMilestone,
    other: { ...aMilestone, hours: 3 },
  },
  {
    call: 'posting a message',
    stage: 'planning',
    by: 'customer',
    path: ticket('messages'),
    body: { text: 'Any news?' },
    other: { text: 'No news?' },
  },
  { call: 'reserving', stage: 'open', by: 'developer', path: ticket('reserve') },
  { call: 'grabbing', stage: 'open', by: 'developer', path: ticket('grab') },
  { call: 'abandoning', stage: 'reserved', by: 'developer', path: ticket('abandon') },
  { call: 'submitting a plan', stage: 'planning', by: 'developer', path: ticket('submit-plan') },
  {
    call: 'requesting changes',
    stage: 'plan in review',
    by: 'customer',
    path: ticket('request-changes'),
    body: { feedback: 'Shorter' },
    other: { feedback: 'Longer' },
  },
  {
    call: 'approving a plan',
    stage: 'plan in review',
    by: 'customer',
    path: ticket('approve-plan'),
  },
  { call: 'starting', stage: 'plan approved', by: 'developer', path: milestone('start') },
  {
    call: 'handing in',
    stage: 'working',
    by: 'developer',
    path: milestone('submit'),
    body: { message: 'Done' },
    other: { message: 'Almost done' },
  },
  {
    call: 'opening a checkout',
    stage: 'results unpaid',
    by: 'customer',
    path: milestone('checkout'),
  },
  {
    call: 'accepting',
    stage: 'results paid',
    by: 'customer',
    path: milestone('accept'),
    body: {},
    other: { feedback: 'Great' },
  },
  {
    call: 'rejecting',
    stage: 'results unpaid',
    by: 'customer',
    path: milestone('reject'),
    body: { feedback: 'It still loops' },
    other: { feedback: 'Wrong file' },
  },
];

describe.each(acts)('$call with an Idempotency-Key', ({ stage, by, path, body }) => {
  it('gives the first answer again and happens once, one after the other', async () => {
    const scene = await walkTo(world, stage);
    const key = randomUUID();
    const first = await post(scene[by], path(scene), { key, body });
    expect(first.status).toBeLessThan(300);
    const after = await stored(scene);
    const again = await post(scene[by], path(scene), { key, body });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(await stored(scene)).toEqual(after);
  });

  it('happens once when it is sent several times at once', async () => {
    const scene = await walkTo(world, stage);
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post(scene[by], path(scene), { key, body })),
    );
    const [first] = answers;
    for (const answer of answers)
      expect([answer.status, answer.body]).toEqual([first?.status, first?.body]);
    expect(first?.status).toBeLessThan(300);
    const after = await stored(scene);
    await post(scene[by], path(scene), { key, body });
    expect(await stored(scene)).toEqual(after);
  });
});

describe.each(acts.filter(({ other }) => other))('$call with an Idempotency-Key', (act) => {
  it('is refused with another body', async () => {
    const scene = await walkTo(world, act.stage);
    const [person, path, key] = [scene[act.by], act.path(scene), randomUUID()];
    await post(person, path, { key, body: act.body });
    const after = await stored(scene);
    const answer = await post(person, path, { key, body: act.other });
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expectProblem(answer, path);
    expect(await stored(scene)).toEqual(after);
  });
});

describe('an Idempotency-Key', () => {
  it('makes a request that is sent four times at once one request', async () => {
    const customer = await world.person('customer');
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post(customer, '/api/tickets', { key, body: aRequest })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const list = await customer.call<{ items: Ticket[] }>('GET', '/api/tickets?view=active');
    expect(list.body.items).toHaveLength(1);
  });

  it('belongs to one person: another one’s is another one', async () => {
    const [one, other] = [await world.person('customer'), await world.person('customer')];
    const key = randomUUID();
    const first = await post(one, '/api/tickets', { key, body: aRequest });
    const second = await post(other, '/api/tickets', { key, body: { ...aRequest, budget: '$1' } });
    expect(second).toMatchObject({ status: 201, body: { customer_id: other.id } });
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('belongs to one call: for another path it is refused', async () => {
    const { customer, developer, ticketId } = await walkTo(world, 'open');
    const key = randomUUID();
    await post(developer, `/api/tickets/${ticketId}/reserve`, { key });
    const other = await post(developer, `/api/tickets/${ticketId}/abandon`, { key });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    const { body } = await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`);
    expect(body.developer_id).toBe(developer.id);
  });

  it('keeps nothing of what was refused, so that it can be tried again', async () => {
    const { developer, ticketId } = await walkTo(world, 'open');
    const key = randomUUID();
    const path = `/api/tickets/${ticketId}/submit-plan`;
    expect((await post(developer, path, { key })).status).toBe(403);
    await developer.call('POST', `/api/tickets/${ticketId}/grab`);
    await developer.call('POST', `/api/tickets/${ticketId}/milestones`, aMilestone);
    expect((await post(developer, path, { key })).status).toBe(200);
  });

  it('does not matter for the order of the fields', async () => {
    const customer = await world.person('customer');
    const key = randomUUID();
    const first = await post(customer, '/api/tickets', { key, body: aRequest });
    const turned = Object.fromEntries(Object.entries(aRequest).reverse());
    const again = await post(customer, '/api/tickets', { key, body: turned });
    expect(again.body).toEqual(first.body);
  });

  it.each(['', 'k'.repeat(256)])('of a wrong length is refused (%#)', async (key) => {
    const customer = await world.person('customer');
    const answer = await post(customer, '/api/tickets', { key, body: aRequest });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'Idempotency-Key' }] } });
  });

  it('makes an application one application, and refuses another under the same key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const send = (name: string) =>
      world.app.inject({
        method: 'POST',
        url: '/api/waitlist',
        headers,
        payload: { name, email: 'grace@example.com', specialty: 'python' },
      });
    expect((await send('Grace')).statusCode).toBe(201);
    expect((await send('Grace')).statusCode).toBe(201);
    const { count } = await world.context.db
      .selectFrom('waitlist')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('email', '=', 'grace@example.com')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
    expect((await send('Somebody else')).statusCode).toBe(422);
  });
});

/** Calls whose answer has something that is shown only now. */
const shownOnce = [
  { path: '/api/me/tokens', body: { name: 'My editor', scopes: ['read'] }, has: 'token' },
  {
    path: '/api/me/webhooks',
    body: { url: 'https://example.com/hook', events: ['message.posted'] },
    has: 'secret',
  },
];

describe.each(shownOnce)('what $path shows only now', ({ path, body, has }) => {
  it('is shown again under its Idempotency-Key, made once, and nowhere readable', async () => {
    const customer = await world.person('customer');
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => post(customer, path, { key, body })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const shown = new Set(answers.map(({ body }) => Reflect.get(body, has) as string));
    const { body: list } = await customer.call<{ items: unknown[] }>('GET', path);
    expect(list.items).toHaveLength(1);
    expect(shown.size).toBe(1);
    const rows = await world.context.db.selectFrom('idempotency_keys').selectAll().execute();
    for (const value of shown)
      expect(String(rows.map((row) => row.sealed_answer))).not.toContain(value);
  });
});

describe('an answer that was kept under another JWT_KEY', () => {
  it('is refused, and nothing happens twice', async () => {
    const customer = await world.person('customer');
    const key = randomUUID();
    await post(customer, '/api/tickets', { key, body: aRequest });
    await world.context.db
      .updateTable('idempotency_keys')
      .set({ sealed_answer: Buffer.alloc(64) })
      .where('key', '=', key)
      .execute();
    const again = await post(customer, '/api/tickets', { key, body: aRequest });
    expect(again).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
  });
});

describe('a call that was answered already', () => {
  it('is answered as it was although its limit is used up', async () => {
    const customer = await world.person('customer');
    const key = randomUUID();
    world.context.config.rateLimits = true;
    try {
      const first = await post(customer, '/api/tickets', { key, body: aRequest });
      for (let hits = 0; hits < LIMITS.request.hits; hits++) {
        await hitLimit(world.context, 'request', customer.id);
      }
      const again = await post(customer, '/api/tickets', { key, body: aRequest });
      expect([again.status, again.body]).toEqual([201, first.body]);
      const other = { key, body: { ...aRequest, budget: '$1' } };
      expect((await post(customer, '/api/tickets', other)).status).toBe(422);
      const fresh = { key: randomUUID(), body: aRequest };
      expect((await post(customer, '/api/tickets', fresh)).status).toBe(429);
    } finally {
      world.context.config.rateLimits = false;
    }
  });

  it('passes no limit of another call', async () => {
    const customer = await world.person('customer');
    const key = randomUUID();
    const application = { name: 'Grace', email: 'hopper@example.com', specialty: 'python' };
    expect((await post(customer, '/api/waitlist', { key, body: application })).status).toBe(201);
    await withLimitsUsedUp(customer.id, ['search', 'request'], async () => {
      const call = (method: 'GET' | 'POST', path: string, body?: object) =>
        customer.call(method, path, body, { 'idempotency-key': key });
      expect((await call('GET', '/api/messages/search?q=abc')).status).toBe(429);
      expect((await call('POST', '/api/tickets', aRequest)).status).toBe(429);
    });
  });

  it('is not answered without end: its limit is passed as often as it has calls', async () => {
    const customer = await world.person('customer');
    const key = randomUUID();
    const again = () => post(customer, '/api/tickets', { key, body: aRequest });
    expect((await again()).status).toBe(201);
    await withLimitsUsedUp(customer.id, ['request'], async () => {
      expect((await again()).status).toBe(201);
    });
    await withLimitsUsedUp(customer.id, ['request', 'request'], async () => {
      expect((await again()).status).toBe(429);
    });
  });

  it('is limited all the same where it would be done again', async () => {
    const { developer, milestoneId } = await walkTo(world, 'working');
    const key = randomUUID();
    const check = `/api/milestones/${milestoneId}/checks/${randomUUID()}/probe`;
    const calls = [check, '/api/earnings/account'];
    // As if they had been answered.
    for (const path of calls) {
      const row = { owner: developer.id, key: `${key} ${path}`, fingerprint: printOf(path) };
      await world.context.db.insertInto('idempotency_keys').values(row).execute();
    }
    await withLimitsUsedUp(developer.id, ['check_now', 'payout'], async () => {
      for (const path of calls)
        expect((await post(developer, path, { key: `${key} ${path}` })).status, path).toBe(429);
    });
  });
});

/** Each name uses its limit up once. */
async function withLimitsUsedUp(
  key: string,
  names: LimitName[],
  work: () => Promise<void>,
): Promise<void> {
  const { context } = world;
  context.config.rateLimits = true;
  try {
    for (const name of names)
      for (let hits = 0; hits < LIMITS[name].hits; hits++) await hitLimit(context, name, key);
    await work();
  } finally {
    context.config.rateLimits = false;
    await context.db.deleteFrom('rate_limits').execute();
  }
}

function printOf(url: string): string {
  return fingerprint({ method: 'POST', url, body: undefined } as FastifyRequest);
}

function post(
  person: Person,
  path: string,
  { key, body }: { key: string; body?: object | undefined },
) {
  return person.call('POST', path, body, { 'idempotency-key': key });
}

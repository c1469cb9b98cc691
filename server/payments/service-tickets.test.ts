import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { decideInSandbox, ok } from '../testing/deeds.ts';
import { finish, makeDeal } from '../testing/payments/money-world.ts';
import { openWorld, type World } from '../testing/world.ts';
import { payInSandbox } from './sandbox/sandbox.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(async () => expect(await brokenInvariants(world.context.db)).toEqual([]));

interface Reply {
  success: boolean;
  message?: string;
  ticket?: { ticket_id?: string; payment_status?: string };
  checkoutUrl?: string;
}

async function call(
  method: 'GET' | 'POST',
  path: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Reply; retryAfter: unknown }> {
  const answer = await world.app.inject({
    method,
    url: `/billing/api${path}`,
    headers: { authorization: `key ${world.context.config.serviceApiKey}`, ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
  const retryAfter = answer.headers['retry-after'];
  return { status: answer.statusCode, body: answer.json(), retryAfter };
}

const aTicket = {
  price: 49.5,
  customer_name: 'Ada Vale',
  customer_email: 'ada@example.com',
  service_provider_name: 'Grace',
  service_provider_email: 'grace@example.com',
  description: 'An hour of advice',
};

async function made(changes: Partial<typeof aTicket> = {}): Promise<string> {
  const { body } = await call('POST', '/tickets', { body: { ...aTicket, ...changes } });
  return body.ticket?.ticket_id ?? '';
}

describe('another program of the operator', () => {
  it('makes a ticket, has it paid, and learns that it is', async () => {
    const other = await made({ customer_email: 'eve@example.com', description: 'Something else' });
    const others = await call('POST', `/tickets/${other}/checkout`);
    const created = await call('POST', '/tickets', { body: aTicket });
    expect(created).toMatchObject({
      status: 201,
      body: {
        success: true,
        ticket: { ticket_id: expect.any(String) },
        message: expect.any(String),
      },
    });
    const id = created.body.ticket?.ticket_id;
    expect((await call('GET', `/tickets/${id}`)).body).toEqual({
      success: true,
      ticket: { payment_status: 'not_paid' },
    });
    const { body } = await call('POST', `/tickets/${id}/checkout`);
    expect(body).toEqual({ success: true, checkoutUrl: expect.stringMatching(/^http/) });
    expect((await call('POST', `/tickets/${id}/checkout`)).body).toEqual(body);
    await decideInSandbox(world, body.checkoutUrl ?? '', 'pay');
    expect((await call('GET', `/tickets/${id}`)).body.ticket).toEqual({ payment_status: 'paid' });
    expect(await call('POST', `/tickets/${id}/checkout`)).toMatchObject({
      status: 409,
      body: { success: false },
    });
    expect((await world.mails()).at(-1)).toMatchObject({
      recipient: 'ada@example.com',
      subject: expect.stringContaining('$49.50'),
      // Whoever pays it may have no account in which a receipt could be opened.
      body_text: expect.not.stringContaining('View your receipt'),
    });
    expect((await world.mails()).at(-1)?.body_text).toContain(aTicket.description);
    expect(await call('POST', `/tickets/${other}/checkout`)).toEqual(others);
    expect((await call('GET', `/tickets/${other}`)).body.ticket).toEqual({
      payment_status: 'waiting',
    });
  });

  it('gets another page once the first has expired', async () => {
    const id = await made();
    const { body } = await call('POST', `/tickets/${id}/checkout`);
    await world.context.db
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('billing_record_id', '=', id)
      .execute();
    const again = await call('POST', `/tickets/${id}/checkout`);
    expect(again.body.checkoutUrl).toMatch(/^http/);
    expect(again.body.checkoutUrl).not.toBe(body.checkoutUrl);
  });

  it('learns how it stands with a milestone’s billing record too, and opens no page for it', async () => {
    const deal = await makeDeal({ world });
    const id = deal.milestones[0]?.billing_record_id ?? '';
    const status = async () => (await call('GET', `/tickets/${id}`)).body.ticket?.payment_status;
    expect(await status()).toBe('waiting');
    expect(await call('POST', `/tickets/${id}/checkout`)).toMatchObject({ status: 404 });
    const path = `/api/milestones/${deal.milestones[0]?.id}/checkout`;
    const { checkout_url } = ok(await deal.customer.call<{ checkout_url: string }>('POST', path));
    // Nobody has told us: the provider is asked.
    await payInSandbox(world.context.db, checkout_url.split('/').at(-1) ?? '');
    expect(await status()).toBe('paid');
    await finish(deal);
    expect(await status()).toBe('paid');
  });

  it('calls what no document lists', async () => {
    const { paths } = (await world.app.inject('/api/openapi.json')).json();
    expect(Object.keys(paths)).toContain('/api/tickets/{id}');
    expect(Object.keys(paths).filter((path) => /^\/(billing|webhooks)/.test(path))).toEqual([]);
  });

  it('is told of a payment that only the provider knows of', async () => {
    const id = await made();
    const { body } = await call('POST', `/tickets/${id}/checkout`);
    await payInSandbox(world.context.db, body.checkoutUrl?.split('/').at(-1) ?? '');
    expect((await call('GET', `/tickets/${id}`)).body.ticket).toEqual({ payment_status: 'paid' });
  });

  it.each([{ service_provider_email: '' }, { service_provider_email: undefined }])(
    'may leave out who provides the service: %j',
    async (changes) => {
      const { body } = await call('POST', '/tickets', { body: { ...aTicket, ...changes } });
      const stored = await world.context.db
        .selectFrom('service_tickets')
        .select('service_provider_email')
        .where('billing_record_id', '=', body.ticket?.ticket_id ?? '')
        .executeTakeFirstOrThrow();
      expect(stored.service_provider_email).toBe('hello@unblock.example');
    },
  );

  it.each([
    { price: 0 },
    { price: -1 },
    { price: 0.001 },
    { price: 0.49 },
    { price: 1_000_000 },
    { price: 1e9 },
    { price: '50' },
    { price: null },
    { customer_email: 'nobody' },
    { customer_email: 'ada@example.com\r\nBcc: eve@example.com' },
    { customer_name: ' ' },
    { description: '' },
    { description: '\0' },
  ])('is told in one sentence that %j will not do', async (changes) => {
    const answer = await call('POST', '/tickets', { body: { ...aTicket, ...changes } });
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, message: expect.any(String), code: 'invalid_input' },
    });
  });

  it.each([undefined, null, [], 'text'])(
    'is told in plain words that the body is %j',
    async (body) => {
      const answer = await call('POST', '/tickets', { body });
      expect(answer.status).toBeOneOf([400, 415]);
      expect(answer.body.message).not.toMatch(/Invalid|expected/);
    },
  );

  it('is told of all that is missing at once', async () => {
    expect(await call('POST', '/tickets', { body: {} })).toMatchObject({
      status: 400,
      body: {
        success: false,
        message:
          'price must be dollars and whole cents, at least 0.50 and less than a million; customer_name is required; customer_email must be an e-mail address; description is required',
      },
    });
  });

  it.each([
    ['GET', '/tickets'],
    ['POST', '/refunds'],
  ] as const)('finds no call %s %s', async (method, path) => {
    expect(await call(method, path)).toMatchObject({
      status: 404,
      body: { success: false, message: 'There is no such call.' },
    });
  });

  it('gets the first answer again for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await call('POST', '/tickets', { body: aTicket, headers });
    expect((await call('POST', '/tickets', { body: aTicket, headers })).body).toEqual(first.body);
    const other = { ...aTicket, price: 1 };
    expect(await call('POST', '/tickets', { body: other, headers })).toMatchObject({
      status: 422,
      body: { success: false },
    });
  });

  it('gets the same page to pay on for the same Idempotency-Key, also once it is paid', async () => {
    const [id, other] = [await made(), await made()];
    const headers = { 'idempotency-key': randomUUID() };
    const open = (ticket: string) => call('POST', `/tickets/${ticket}/checkout`, { headers });
    const [first, ...others] = await Promise.all([id, id, id].map(open));
    expect(first?.status).toBe(200);
    for (const answer of others) expect(answer).toEqual(first);
    await decideInSandbox(world, first?.body.checkoutUrl ?? '', 'pay');
    expect(await open(id)).toEqual(first);
    expect(await open(other)).toMatchObject({ status: 422, body: { success: false } });
    const checkouts = await world.context.db
      .selectFrom('checkouts')
      .select('billing_record_id')
      .where('billing_record_id', 'in', [id, other])
      .execute();
    expect(checkouts).toEqual([{ billing_record_id: id }]);
  });

  it.each(['', 'key ', 'key wrong', 'Bearer x'])(
    'with the key "%s" may do nothing',
    async (authorization) => {
      const id = await made();
      const headers = { authorization };
      for (const [method, path] of [
        ['POST', '/tickets'],
        ['POST', `/tickets/${id}/checkout`],
        ['GET', `/tickets/${id}`],
      ] as const) {
        expect(await call(method, path, { headers })).toMatchObject({
          status: 401,
          body: { success: false, message: expect.any(String) },
        });
      }
    },
  );

  it.each([randomUUID(), 'no-id'])('finds nothing under %s', async (id) => {
    expect(await call('GET', `/tickets/${id}`)).toMatchObject({
      status: 404,
      body: { success: false },
    });
    expect(await call('POST', `/tickets/${id}/checkout`)).toMatchObject({ status: 404 });
  });

  it('is told to wait when it calls without end, and only itself', async () => {
    const { config, db } = world.context;
    const id = await made();
    config.rateLimits = true;
    const before = LIMITS.billing_service;
    LIMITS.billing_service = { ...before, hits: 2 };
    const answers = [];
    for (const headers of [{ authorization: 'key wrong' }, {}, {}, {}])
      answers.push(await call('GET', `/tickets/${id}`, { headers }));
    LIMITS.billing_service = before;
    config.rateLimits = false;
    await db.deleteFrom('rate_limits').execute();
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 200, 429]);
    expect(answers.at(-1)).toMatchObject({
      body: { success: false, message: expect.any(String) },
      retryAfter: expect.stringMatching(/^\d+$/),
    });
  });
});

import { sql } from 'kysely';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillingRecord } from '#domain/billing.ts';
import type { Earnings } from '#domain/earnings.ts';
import { ledgerState } from '../../ledger/check-ledger.ts';
import { brokenInvariants } from '../../operation/invariants.ts';
import { ok } from '../../testing/deeds.ts';
import { untilWaiting } from '../../testing/lock-waits.ts';
import { type Deal, finish, fundInSandbox, makeDeal } from '../../testing/payments/money-world.ts';
import { openWorld, type World } from '../../testing/world.ts';
import { compareWithProvider } from '../compare.ts';
import { settleDeveloper } from '../settle.ts';
import { deliverSandboxEvents } from './events.ts';
import { sandboxSecret } from './sandbox.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const sign = Stripe.webhooks.generateTestHeaderString;

async function aPage(): Promise<{ deal: Deal; url: string }> {
  const deal = await makeDeal({ world });
  const path = `/api/milestones/${deal.milestones[0]?.id}/checkout`;
  const { checkout_url } = ok(await deal.customer.call<{ checkout_url: string }>('POST', path));
  return { deal, url: new URL(checkout_url).pathname };
}

const get = async (url: string) => (await world.app.inject({ url })).body;
const send = (url: string, fields: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const check = async ({ customer, milestones }: Deal) =>
  ok(
    await customer.call<BillingRecord>(
      'POST',
      `/api/billing-records/${milestones[0]?.billing_record_id}/check`,
    ),
  );

describe('the checkout of the sandbox', () => {
  it('says that it is a test, and has one form with Pay, Decline and a way back', async () => {
    const { url } = await aPage();
    const page = await get(url);
    expect(page).toContain('This is a test. No money moves.');
    expect(page.match(/<form/g)).toHaveLength(1);
    expect([...page.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual([
      'Pay',
      'Decline',
    ]);
    expect(page).toContain('Back without paying');
  });

  it.each(['', '4242 4242 4242 4242', '5555-5555-5555-4444'])(
    'takes the money with the card "%s"',
    async (card) => {
      const { deal, url } = await aPage();
      const answer = await send(url, { decision: 'pay', card });
      expect(answer.headers.location).toContain('/paidSuccessful/');
      expect(await check(deal)).toMatchObject({ status: 'held' });
    },
  );

  it('takes it once in several tabs at the same moment, and sends each of them on', async () => {
    const { deal, url } = await aPage();
    const { db } = world.context;
    // All of them have looked at it before the first one pays.
    const { sent } = await db.transaction().execute(async (tx) => {
      await sql`select from sandbox_payments where ${url} like '%' || reference for update`.execute(
        tx,
      );
      const sent = [1, 2, 3].map(() => send(url, { decision: 'pay' }));
      await untilWaiting(world, sent.length);
      return { sent };
    });
    for (const { headers } of await Promise.all(sent))
      expect(headers.location).toContain('/paidSuccessful/');
    expect(await check(deal)).toMatchObject({ status: 'held', charge_cents: 7500 });
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it.each([
    ['4000000000000002', 'The payment was declined.'],
    ['1234', 'This is not one of the test cards below.'],
  ])('takes nothing with the card %s, and the next try may succeed', async (card, problem) => {
    const { deal, url } = await aPage();
    const answer = await send(url, { decision: 'pay', card });
    expect(await get(String(answer.headers.location))).toContain(problem);
    expect(await check(deal)).toMatchObject({ status: 'unpaid', payment_status: 'not_paid' });
    await send(url, { decision: 'pay' });
    expect(await check(deal)).toMatchObject({ status: 'held' });
  });

  it.each([
    ['confirm', 'held'],
    ['cancel', 'unpaid'],
  ])('asks a card that needs it to confirm; %s leaves it %s', async (decision, status) => {
    const { deal, url } = await aPage();
    const answer = await send(url, { decision: 'pay', card: '4000002500003155' });
    const asked = await get(String(answer.headers.location));
    expect([...asked.matchAll(/<button[^>]*>([^<]+)</g)].map(([, label]) => label)).toEqual([
      'Confirm',
      'Cancel',
    ]);
    expect(await check(deal)).toMatchObject({ status: 'unpaid' });
    await send(url, { decision });
    expect(await check(deal)).toMatchObject({ status });
  });

  it('waits for a delayed payment, which comes by itself', async () => {
    const { deal, url } = await aPage();
    await send(url, { decision: 'pay', card: '4000000000000077' });
    expect(await check(deal)).toMatchObject({ status: 'unpaid', payment_status: 'waiting' });
    await world.context.db
      .updateTable('sandbox_payments')
      .set({ succeeds_at: new Date(Date.now() - 1) })
      .where('status', '=', 'processing')
      .execute();
    await deliverSandboxEvents(world.context);
    const path = `/api/billing-records/${deal.milestones[0]?.billing_record_id}`;
    expect(ok(await deal.customer.call('GET', path))).toMatchObject({ status: 'held' });
  });

  it('refuses what its form does not send, without a fault', async () => {
    const { url } = await aPage();
    for (const fields of [{}, { decision: 'steal' }, { decision: 'pay', card: '1'.repeat(31) }])
      expect((await send(url, fields as Record<string, string>)).statusCode).toBe(400);
    expect((await send('/sandbox/checkout/none', { decision: 'pay' })).statusCode).toBe(404);
    expect((await send('/sandbox/checkout/%00', { decision: 'pay' })).statusCode).toBe(404);
  });
});

describe('an event of the sandbox', () => {
  it('comes signed through the same door as any provider’s', async () => {
    const webhookSecret = sandboxSecret(world.context.config);
    const payload = JSON.stringify({ id: 'sandbox_event_1', fact: null });
    const post = (secret: string, timestamp = Date.now() / 1000) =>
      world.app.inject({
        method: 'POST',
        url: '/webhooks/sandbox',
        headers: {
          'content-type': 'application/json',
          'sandbox-signature': sign({ payload, secret, timestamp }),
        },
        payload,
      });
    expect((await post(webhookSecret)).statusCode).toBe(200);
    expect((await post('another')).statusCode).toBe(400);
    const old = Date.now() / 1000 - 301;
    expect((await post(webhookSecret, old)).statusCode).toBe(400);
  });

  it('is none at the address of Stripe, where nothing is signed without its secrets', async () => {
    const webhookSecret = sandboxSecret(world.context.config);
    const payload = JSON.stringify({ id: 'sandbox_event_2', fact: null });
    const signature = sign({ payload, secret: webhookSecret });
    const answer = await world.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_signature' });
  });
});

describe('a payout in the sandbox', () => {
  it('needs no account: it is a marked transfer', async () => {
    const deal = await makeDeal({ world });
    await fundInSandbox(world, deal);
    await finish(deal);
    ok(await deal.developer.call('POST', '/api/earnings/payouts', { amount_cents: 5000 }));
    await settleDeveloper(world.context, deal.developer.id);
    await settleDeveloper(world.context, deal.developer.id);
    const moves = await world.context.db
      .selectFrom('sandbox_moves')
      .select(['kind', 'amount_cents'])
      .orderBy('created_at')
      .execute();
    expect(moves).toEqual([
      { kind: 'transfer', amount_cents: 9000 },
      { kind: 'payout', amount_cents: 5000 },
    ]);
    expect(ok(await deal.developer.call<Earnings>('GET', '/api/earnings'))).toMatchObject({
      available_cents: 4000,
      paid_out_cents: 5000,
    });
    expect(await brokenInvariants(world.context.db)).toEqual([]);
  });
});

it('stays under the name of this machine that the payer uses', async () => {
  const { customer, milestones } = await makeDeal({ world });
  const path = `/api/milestones/${milestones[0]?.id}/checkout`;
  const at = (host: string) =>
    customer.call<{ checkout_url: string }>('POST', path, undefined, { host });
  const elsewhere = ok(await at('evil.example')).checkout_url;
  expect(new URL(elsewhere).origin).toBe('http://localhost:3000');
  const url = ok(await at('127.0.0.1:3000')).checkout_url;
  expect(new URL(url).origin).toBe('http://127.0.0.1:3000');
  const { pathname, host } = new URL(url);
  const page = await world.app.inject({ url: pathname, headers: { host } });
  expect(page.body).toContain('href="http://127.0.0.1:3000/dashboard/customer/plan/');
  const paid = await world.app.inject({
    method: 'POST',
    url: pathname,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'decision=pay',
  });
  expect(paid.headers.location).toMatch(/^http:\/\/127\.0\.0\.1:3000\/paidSuccessful\//);
});

describe('the books of the sandbox', () => {
  it('are compared with ours, both ways', async () => {
    const { context } = world;
    const deal = await makeDeal({ world });
    await fundInSandbox(world, deal);
    await finish(deal);
    ok(await deal.developer.call('POST', '/api/earnings/payouts'));
    await settleDeveloper(context, deal.developer.id);
    const found = async () => {
      await compareWithProvider(context);
      return (await ledgerState(context.db)).findings.map(({ detail }) => detail);
    };
    expect(await found()).toEqual([]);
    const lost = await context.db
      .deleteFrom('sandbox_moves')
      .where('kind', '=', 'payout')
      .where('key', 'like', 'payout:%')
      .returningAll()
      .execute();
    expect(await found()).toContain('paid out: 0 cents at the provider, 9000 here');
    await context.db.insertInto('sandbox_moves').values(lost).execute();
    expect(await found()).toEqual([]);
    await sql`update sandbox_moves set reference = 'sandbox_transfer_by_hand' where kind = 'transfer'
      and subject like ${`%${deal.developer.id}%`}`.execute(context.db);
    expect((await found()).toSorted()).toEqual([
      'transferred: 0 cents at the provider, 9000 here',
      'transferred: 9000 cents at the provider, 0 here',
    ]);
    await context.db.deleteFrom('money_findings').execute();
  });
});

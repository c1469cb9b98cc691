import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROVIDER_NAMES, type ProviderName } from '#domain/payment-provider.ts';
import type { Order } from '../database/provider-calls.ts';
import { FakeStripe } from '../testing/payments/fake-stripe.ts';
import { openWorld, type World } from '../testing/world.ts';
import type { Movement, PaymentProvider, ProviderError, ProviderEvent } from './provider.ts';
import { providerOf } from './providers.ts';
import { declineInSandbox, payInSandbox } from './sandbox/sandbox.ts';
import { isSigned } from './signature.ts';
import { stripeProvider } from './stripe/stripe.ts';

/** What a person does at the provider, which differs from one to the other. */
interface Bench {
  provider: PaymentProvider;
  pay: (reference: string) => Promise<unknown>;
  decline: (reference: string) => Promise<unknown>;
  onboard: (account: string) => Promise<unknown>;
  events: () => Promise<ProviderEvent[]>;
}

const began = new Date();
const fake = new FakeStripe();
let world: World;
const benches: Record<ProviderName, () => Bench> = {
  sandbox: () => ({
    provider: providerOf(world.context),
    pay: (reference) => payInSandbox(world.context.db, reference),
    decline: (reference) => declineInSandbox(world.context.db, reference),
    onboard: async () => undefined,
    events: async () => {
      const rows = await world.context.db.selectFrom('sandbox_events').select('payload').execute();
      return rows.map(({ payload }) => providerOf(world.context).read(payload));
    },
  }),
  stripe: () => ({
    provider: stripe,
    pay: async (reference) => fake.books.pay(reference),
    decline: async () => undefined,
    onboard: async (account) => fake.books.onboard(account),
    events: async () => fake.books.events.map((event) => stripe.read(fake.delivery(event).payload)),
  }),
};
let stripe: PaymentProvider;
let apiBase = '';

beforeAll(async () => {
  world = await openWorld();
  apiBase = await fake.start();
  const webhookSecrets = [fake.webhookSecret];
  stripe = stripeProvider({ secretKey: 'sk_test_fake', webhookSecrets, apiBase });
});
afterAll(async () => {
  await fake.stop();
  await world.close();
});

const order = (changes: Partial<Order> = {}): Order => ({
  checkout_id: randomUUID(),
  charge_cents: 5000,
  group: randomUUID(),
  description: 'Fix the login',
  success_url: 'https://unblock.example/paid',
  cancel_url: 'https://unblock.example/back',
  ...changes,
});

describe.each(PROVIDER_NAMES)('the %s provider', (name) => {
  const bench = () => benches[name]();
  const key = () => `test:${randomUUID()}`;

  async function paid(cents = 5000) {
    const { provider, pay } = bench();
    const placed = order({ charge_cents: cents });
    const { reference } = await provider.open(placed, key());
    await pay(reference);
    const { payment_reference } = await provider.payment(reference);
    return { reference, payment_reference: payment_reference ?? '', ...placed };
  }

  async function account() {
    const { provider, onboard } = bench();
    const developer = { id: randomUUID() };
    const { reference } = await provider.openAccount(developer, key());
    await onboard(reference);
    expect(await provider.isReady(reference)).toBe(true);
    return reference;
  }

  it('opens the same page for the same key, and one that is not paid', async () => {
    const { provider } = bench();
    const [placed, same] = [order(), key()];
    const first = await provider.open(placed, same);
    expect(await provider.open(placed, same)).toEqual(first);
    expect(first.url).toMatch(/^https?:/);
    expect(await provider.payment(first.reference)).toEqual({
      status: 'open',
      payment_reference: null,
      paid_cents: 0,
      paid_back: false,
      card: null,
    });
  });

  it('opens a page whatever the work is called', async () => {
    const { provider } = bench();
    for (const description of [
      `${'x'.repeat(249)}😀 and more`,
      '👩‍👩‍👧'.repeat(100),
      '\ud83d',
      'a\u0301'.repeat(400),
    ])
      expect(await provider.open(order({ description }), key())).toMatchObject({
        url: expect.stringMatching(/^http/),
      });
  });

  it('says what was paid, when asked and by an event', async () => {
    const { provider, events } = bench();
    const { reference, checkout_id, payment_reference } = await paid();
    expect(await provider.payment(reference)).toMatchObject({
      status: 'succeeded',
      paid_cents: 5000,
    });
    expect(await provider.checkoutOf(payment_reference)).toBe(checkout_id);
    const facts = (await events()).map(({ fact }) => fact);
    const about = facts.filter(
      (fact) => fact?.kind === 'payment' && fact.checkout_id === checkout_id,
    );
    expect(about).toMatchObject([
      { page_reference: reference, payment: { status: 'succeeded', paid_cents: 5000 } },
    ]);
  });

  it('takes nothing on a page that was declined or closed', async () => {
    const { provider, pay, decline } = bench();
    const { reference } = await provider.open(order(), key());
    await decline(reference);
    expect(await provider.payment(reference)).toMatchObject({ paid_cents: 0 });
    await provider.expire(reference, key());
    await pay(reference);
    expect(await provider.payment(reference)).toMatchObject({ status: 'expired', paid_cents: 0 });
  });

  it('leaves paid what is closed after it was paid', async () => {
    const { provider } = bench();
    const { reference } = await paid();
    await provider.expire(reference, key());
    expect(await provider.payment(reference)).toMatchObject({ status: 'succeeded' });
  });

  it('refunds in parts, once for each key, and never more than was paid', async () => {
    const { provider } = bench();
    const { reference, payment_reference } = await paid();
    const [part, same] = [{ payment_reference, amount_cents: 2000 }, key()];
    const first = await provider.refund(part, same);
    expect(await provider.refund(part, same)).toEqual(first);
    expect(await provider.payment(reference)).toMatchObject({ paid_back: false });
    await expect(provider.refund({ ...part, amount_cents: 3001 }, key())).rejects.toMatchObject({
      outcome: 'refused',
    } satisfies Partial<ProviderError>);
    await provider.refund({ ...part, amount_cents: 3000 }, key());
    expect(await provider.payment(reference)).toMatchObject({ paid_back: true });
    expect(await provider.find({ kind: 'refund', ...part }, same, began)).toEqual(first);
    expect(await provider.find({ kind: 'refund', ...part }, key(), began)).toBeNull();
  });

  it('transfers, takes back and pays out once for each key', async () => {
    const { provider } = bench();
    const { payment_reference, group } = await paid();
    const transfer = { account: await account(), amount_cents: 4500, group, payment_reference };
    const keys = [key(), key(), key()] as const;
    const sent = await provider.transfer(transfer, keys[0]);
    expect(await provider.transfer(transfer, keys[0])).toEqual(sent);
    const reversal = { transfer_reference: sent.reference, amount_cents: 500 };
    const back = await provider.reverse(reversal, keys[1]);
    expect(await provider.reverse(reversal, keys[1])).toEqual(back);
    const payout = { account: transfer.account, amount_cents: 4000 };
    const out = await provider.payOut(payout, keys[2]);
    expect(await provider.payOut(payout, keys[2])).toEqual(out);
    expect(await provider.find({ kind: 'transfer', ...transfer }, keys[0], began)).toEqual(sent);
    expect(await provider.find({ kind: 'reversal', ...reversal }, keys[1], began)).toEqual(back);
    expect(await provider.find({ kind: 'payout', ...payout }, keys[2], began)).toEqual(out);
  });

  it('finds a transfer by its key, whether or not it is from a payment', async () => {
    const { provider } = bench();
    const { payment_reference, group } = await paid();
    const to = { account: await account(), amount_cents: 1000, group };
    for (const from of [payment_reference, null]) {
      const transfer = { ...to, payment_reference: from };
      const same = key();
      const sent = await provider.transfer(transfer, same);
      expect(await provider.find({ kind: 'transfer', ...transfer }, same, began)).toEqual(sent);
    }
  });

  it('names all that has moved, once, with its amount', async () => {
    const { provider } = bench();
    const { payment_reference, group, checkout_id } = await paid();
    await provider.open(order(), key());
    const to = await account();
    const keys = [key(), key(), key(), key()] as const;
    const refund = await provider.refund({ payment_reference, amount_cents: 500 }, keys[0]);
    const transfer = { account: to, amount_cents: 4000, group, payment_reference };
    const sent = await provider.transfer(transfer, keys[1]);
    const reversal = { transfer_reference: sent.reference, amount_cents: 300 };
    const back = await provider.reverse(reversal, keys[2]);
    const out = await provider.payOut({ account: to, amount_cents: 200 }, keys[3]);
    const moved: Movement[] = [];
    for await (const each of provider.movements(began, [to])) moved.push(each);
    const about = [payment_reference, ...[refund, sent, back, out].map((each) => each.reference)];
    expect(moved.filter(({ reference }) => about.includes(reference))).toMatchObject([
      { kind: 'payment', amount_cents: 5000, reference: payment_reference, checkout_id },
      { kind: 'refund', amount_cents: 500, reference: refund.reference, payment_reference },
      { kind: 'transfer', amount_cents: 4000, reference: sent.reference },
      { kind: 'reversal', amount_cents: 300, reference: back.reference },
      { kind: 'payout', amount_cents: 200, reference: out.reference },
    ]);
  });
});

describe('what our double of Stripe takes', () => {
  const ask = (headers: Record<string, string>, body = 'amount=100&currency=usd&destination=x') =>
    fetch(`${apiBase}/v1/transfers`, {
      method: 'POST',
      body,
      headers: {
        authorization: 'Bearer sk_test_fake',
        'stripe-version': '2026-10-28.endive',
        'idempotency-key': randomUUID(),
        ...headers,
      },
    }).then((answer) => answer.text());

  it.each([
    ['api_version', { 'stripe-version': '2024-06-20' }],
    ['idempotency_key_missing', { 'idempotency-key': 'stripe-node-retry-1' }],
    ['api_key', { authorization: 'Bearer pk_test' }],
  ])('is the pinned version, our own key and a secret; else %s', async (code, headers) => {
    expect(await ask(headers)).toContain(`"${code}"`);
  });

  it.each([
    ['parameter_missing', 'destination', 'amount=100&currency=usd'],
    ['parameter_unknown', 'colour', 'amount=100&currency=usd&destination=x&colour=red'],
    ['parameter_unknown', 'created', 'amount=100&currency=usd&destination=x&created[gte]=1'],
    ['parameter_invalid', 'amount', 'amount=much&currency=usd&destination=x'],
    ['parameter_invalid', 'metadata[a]', 'amount=1&currency=usd&destination=x&metadata[a][b]=c'],
    ['parameter_invalid', 'source_type', 'amount=1&currency=usd&destination=x&source_type=gold'],
    ['resource_missing', undefined, 'amount=1&currency=usd&destination=x&metadata[a]=b'],
  ])('is what the types of the SDK let it say; else %s, %s', async (code, param, body) => {
    expect(JSON.parse(await ask({}, body)).error).toMatchObject({ code, ...(param && { param }) });
  });

  it('is one request for each key, and a conflict while that is being worked on', async () => {
    const same = { 'idempotency-key': randomUUID() };
    fake.fault = () => 'hangs';
    await expect(ask(same)).rejects.toThrow('fetch failed');
    fake.fault = () => null;
    expect(JSON.parse(await ask(same)).error).toMatchObject({
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
    });
    fake.goOn();
    expect(await ask(same)).toContain('"resource_missing"');
    expect(await ask(same, 'amount=1&currency=usd&destination=x')).toContain('"idempotency_error"');
  });

  it('keeps nothing under the key of a request that it could not read', async () => {
    const same = { 'idempotency-key': randomUUID() };
    expect(await ask(same, 'amount=1')).toContain('"parameter_missing"');
    expect(await ask(same)).toContain('"resource_missing"');
  });
});

describe('a signature', () => {
  const raw = '{"id":"evt_1"}';
  const now = new Date('2026-11-20T12:00:00Z');
  const signedAt = (minutes: number) => {
    const event = { id: 'evt_1', type: 'x', created: 0, data: { object: {} } };
    const at = new Date(now.getTime() + minutes * 60_000);
    const { payload, signature } = fake.delivery(event, at);
    return { raw: payload, signature };
  };

  it.each([
    [0, true],
    [-4.9, true],
    [4.9, true],
    [-5.1, false],
    [5.1, false],
    [-10, false],
  ])('made %d minutes from now counts: %s', async (minutes, counts) => {
    const { raw, signature } = signedAt(minutes);
    expect(await isSigned(raw, signature, fake.webhookSecret, now)).toBe(counts);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one without a time', 'v1=00'],
    ['a wrong one', `t=${now.getTime() / 1000},v1=${'0'.repeat(64)}`],
    ['an old scheme', `t=${now.getTime() / 1000},v0=${'0'.repeat(64)}`],
  ])('does not count: %s', async (_name, header) => {
    expect(await isSigned(raw, header, fake.webhookSecret, now)).toBe(false);
  });

  it('does not count for other bytes or another secret', async () => {
    const { raw, signature } = signedAt(0);
    expect(await isSigned(`${raw} `, signature, fake.webhookSecret, now)).toBe(false);
    expect(await isSigned(raw, signature, 'whsec_another', now)).toBe(false);
  });

  it('counts beside others, and only for the time that it signs', async () => {
    const time = now.getTime() / 1000;
    const { raw, signature } = signedAt(0);
    expect(await isSigned(raw, `${signature},v1=00`, fake.webhookSecret, now)).toBe(true);
    const ahead = signedAt(6).signature;
    expect(await isSigned(raw, `t=${time},${ahead}`, fake.webhookSecret, now)).toBe(false);
  });
});

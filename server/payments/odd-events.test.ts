import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ledgerState } from '../ledger/check-ledger.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import {
  newCharge,
  newEvent,
  newIntent,
  newSession,
} from '../testing/payments/fake-stripe-answers.ts';
import { newDispute } from '../testing/payments/fake-stripe-dispute.ts';
import {
  type Deal,
  finish,
  fund,
  makeDeal,
  onboard,
  openPage,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';

const money = useMoneyWorld();
afterEach(async () => {
  const { db } = money.world.context;
  await db.deleteFrom('money_findings').execute();
  expect(await brokenInvariants(db)).toEqual([]);
});

/** Delivers anything at all, rightly signed; answers with the status. */
async function post(payload: string): Promise<number> {
  const signed = money.fake.sign(payload);
  const answer = await money.world.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signed.signature },
    payload: signed.payload,
  });
  return answer.statusCode;
}

const event = (type: string, object: object) => JSON.stringify(newEvent(type, object));
const kinds = async () =>
  (await ledgerState(money.world.context.db)).findings.map(({ kind }) => kind);

const dashes = '-'.repeat(36);
const paid = (change: object) =>
  newSession({ status: 'complete', payment_status: 'paid', payment_intent: 'pi_1', ...change });
const whole = paid({ metadata: { checkout_id: randomUUID() }, amount_total: 5000 });

describe('an event that nobody expected is answered, and told to a person:', () => {
  it.each([
    ['no JSON', '{"id":'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['a text', '"evt_1"'],
    ['no id', JSON.stringify({ ...newEvent('account.updated', {}), id: undefined })],
    ['NUL in its id', JSON.stringify({ ...newEvent('account.updated', {}), id: 'evt_\0' })],
    ['half a character in its id', '{"id":"evt_\\ud800","type":"a","data":{"object":{}}}'],
    ['an endless id', JSON.stringify({ ...newEvent('a', {}), id: 'e'.repeat(100_000) })],
    ['a number as its type', JSON.stringify({ ...newEvent('a', {}), type: 7 })],
    ['no data', '{"id":"evt_1","type":"checkout.session.completed"}'],
    ['nothing in its data', '{"id":"evt_2","type":"checkout.session.completed","data":{}}'],
    ['null in its data', '{"id":"evt_3","type":"account.updated","data":{"object":null}}'],
    ['an account without an id', event('account.updated', {})],
    ['an account with NUL in its id', event('account.updated', { id: 'acct_\0' })],
    ['a refund without an id', event('refund.failed', {})],
    ['a payout with NUL in its id', event('payout.failed', { id: 'po_\0' })],
    [
      'a checkout of dashes',
      event('checkout.session.completed', paid({ metadata: { checkout_id: dashes } })),
    ],
    [
      'an expired checkout of dashes',
      event('checkout.session.expired', paid({ metadata: { checkout_id: dashes } })),
    ],
    [
      'NUL in a checkout',
      event('checkout.session.completed', paid({ metadata: { checkout_id: '\0' } })),
    ],
    ['NUL in a page', event('checkout.session.completed', { ...whole, id: 'cs_\0' })],
    [
      'NUL in a payment',
      event('checkout.session.completed', { ...whole, payment_intent: 'pi_\0' }),
    ],
    ['half a cent', event('checkout.session.completed', { ...whole, amount_total: 0.5 })],
    ['a payment for a checkout that is not here', event('checkout.session.completed', whole)],
    [
      'a dispute about a payment that is not there',
      event('charge.dispute.created', newDispute({ payment_intent: 'pi_nobody' })),
    ],
    [
      'a dispute about NUL',
      event('charge.dispute.created', newDispute({ payment_intent: 'pi_\0' })),
    ],
    [
      'a dispute of half a cent',
      event('charge.dispute.created', newDispute({ payment_intent: 'pi_1', amount: 0.5 })),
    ],
    [
      'a dispute without its balance',
      event('charge.dispute.created', { ...newDispute({}), balance_transactions: 7 }),
    ],
  ])('%s', async (_name, payload) => {
    expect(await post(payload)).toBe(200);
    expect(await post(payload)).toBe(200);
    expect(await kinds()).toEqual([expect.stringMatching(/^(event_odd|payment_unmatched)$/)]);
  });

  it.each([
    ['that carries dashes', dashes, 100, 'usd'],
    ['that carries NUL', '\0', 100, 'usd'],
    ['that carries a checkout that is not here', randomUUID(), 100, 'usd'],
  ])('a dispute about a payment %s', async (_name, checkout_id, amount, currency) => {
    const { id } = aPayment({ checkout_id });
    const dispute = newDispute({ payment_intent: id, amount, currency });
    expect(await post(event('charge.dispute.created', dispute))).toBe(200);
    expect(await kinds()).toEqual(['event_odd']);
  });

  it.each([
    ['of nothing', 0, 'usd'],
    ['of more than there is', 2 ** 31, 'usd'],
    ['in another currency', 7500, 'eur'],
  ])('a dispute %s about a payment of ours', async (_name, amount, currency) => {
    const deal = await makeDeal(money);
    const page = await fund(money, deal);
    const payment_intent = money.fake.books.sessions.get(page)?.payment_intent ?? '';
    const dispute = newDispute({ payment_intent, amount, currency });
    expect(await post(event('charge.dispute.created', dispute))).toBe(200);
    expect(await kinds()).toEqual(['event_odd']);
  });
});

describe('a dispute', () => {
  it.each([1, 2 ** 31 - 1])('may be of %i cents', async (amount) => {
    const deal = await makeDeal(money);
    const page = await fund(money, deal);
    const payment_intent = money.fake.books.sessions.get(page)?.payment_intent ?? '';
    const dispute = newDispute({ payment_intent, amount, currency: 'usd' });
    const disputed = () => balance(money.world.context.db, 'disputes');
    const before = await disputed();
    expect(await post(event('charge.dispute.created', dispute))).toBe(200);
    expect(await kinds()).toEqual([]);
    const { db } = money.world.context;
    const kept = db.selectFrom('disputes').select('state').where('reference', '=', dispute.id);
    expect(await kept.execute()).toEqual([{ state: 'open' }]);
    // The bank only asks: it has taken nothing so far.
    expect(await disputed()).toBe(before);
  });
});

/** A payment at the provider that we never asked for. */
function aPayment(metadata: Record<string, string>) {
  const charge = newCharge({ amount: 5000 });
  const intent = newIntent({ metadata, latest_charge: charge.id });
  money.fake.books.charges.set(charge.id, charge);
  money.fake.books.intents.set(intent.id, intent);
  return intent;
}

describe('an event that is for others', () => {
  it('is answered and kept by its kind, and nobody is told', async () => {
    const strange = newEvent('invoice.paid', { id: 'in_1' });
    const other = newDispute({ payment_intent: aPayment({}).id, currency: 'eur' });
    for (const payload of [
      JSON.stringify(strange),
      event('checkout.session.completed', newSession({ metadata: { order: '7' } })),
      event('charge.dispute.created', other),
      event('charge.dispute.created', newDispute({ payment_intent: null })),
      event('account.updated', { id: 'acct_of_nobody' }),
      event('constructor', { id: 'in_1' }),
      event('__proto__', { id: 'in_1' }),
    ])
      expect(await post(payload)).toBe(200);
    expect(await kinds()).toEqual([]);
    const { db } = money.world.context;
    const events = db.selectFrom('provider_events').select('kind');
    expect(await events.where('event_id', '=', strange.id).executeTakeFirst()).toEqual({
      kind: 'invoice.paid',
    });
  });
});

describe('what the provider wants to know of a developer', () => {
  const isReady = async ({ developer }: Deal) => {
    const { db } = money.world.context;
    const accounts = db.selectFrom('payout_accounts').select('ready');
    return (await accounts.where('developer_id', '=', developer.id).executeTakeFirst())?.ready;
  };
  const accountOf = async ({ developer }: Deal) => {
    const { db } = money.world.context;
    const accounts = db.selectFrom('payout_accounts').select('reference');
    return (await accounts.where('developer_id', '=', developer.id).executeTakeFirstOrThrow())
      .reference;
  };

  it('is what it says when asked, in whatever order its events come', async () => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    const { books } = money.fake;
    const id = await accountOf(deal);
    books.restrict(id);
    const restricted = books.events.at(-1);
    books.onboard(id);
    const ready = books.events.at(-1);
    if (!restricted || !ready) throw new Error('nothing happened');
    expect(await money.deliver(ready)).toBe(200);
    expect(await money.deliver(restricted)).toBe(200);
    expect(await isReady(deal)).toBe(true);
    books.restrict(id);
    const last = books.events.at(-1);
    books.onboard(id);
    const late = books.events.at(-1);
    books.restrict(id);
    if (late) expect(await money.deliver(late)).toBe(200);
    if (last) expect(await money.deliver(last)).toBe(200);
    expect(await isReady(deal)).toBe(false);
  });

  it('is the newest of two answers that overtake each other', async () => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    const { books } = money.fake;
    const id = await accountOf(deal);
    books.restrict(id);
    const first = books.events.at(-1);
    // The answer to the first event is on its way while the second is asked about and kept.
    let answered: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      answered = resolve;
    });
    money.fake.hold = ({ path }) => (path.startsWith('/v1/accounts/') ? held : null);
    const slow = first ? money.deliver(first) : Promise.resolve(0);
    await money.fake.untilHeld();
    money.fake.hold = () => null;
    books.onboard(id);
    const second = books.events.at(-1);
    if (second) expect(await money.deliver(second)).toBe(200);
    expect(await isReady(deal)).toBe(true);
    answered?.();
    expect(await slow).toBe(200);
    expect(await isReady(deal)).toBe(true);
  });

  it('is asked for again when it did not answer', async () => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    money.fake.books.restrict(await accountOf(deal));
    const event = money.fake.books.events.at(-1);
    if (!event) throw new Error('nothing happened');
    money.fake.fault = () => 'dropped before';
    expect(await money.deliver(event)).toBe(503);
    money.fake.fault = () => null;
    expect(await money.deliver(event)).toBe(200);
    expect(await isReady(deal)).toBe(false);
    await fund(money, deal);
    await finish(deal);
    ok(await deal.customer.call('GET', `/api/tickets/${deal.ticketId}`));
    await money.work();
    expect(money.fake.books.balanceOf(await accountOf(deal))).toBe(0);
  });
});

describe('a page at the provider', () => {
  it('opens for a milestone whose title is cut within a character', async () => {
    const title = `${'x'.repeat(180)}${'😀'.repeat(10)}`;
    const deal = await makeDeal(money, [{ title }]);
    expect(await openPage(deal)).toMatch(/^cs_/);
  });
});

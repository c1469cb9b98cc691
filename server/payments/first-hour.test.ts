import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingRecord } from '#domain/billing.ts';
import type { Earnings } from '#domain/earnings.ts';
import { type FirstHourAnswer, firstHourRefusalWords } from '#domain/first-hour.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import {
  agreeOnPlan,
  type aMilestone,
  deliver,
  grab,
  ok,
  pay,
  postRequest,
} from '../testing/deeds.ts';
import { type Deal, finish, fund, makeDeal, moderate } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { networkHash } from './first-hour.ts';
import { reconcile } from './reconcile.ts';

const CARD = '4242424242424242';
const OTHER_CARD = '5555 5555 5555 4444';

let world: World;
const money = useMoneyWorld();
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await reconcile(world.context, { olderThanMs: -1000 });
  expect(await brokenInvariants(world.context.db)).toEqual([]);
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
});

/** Somebody with this address has agreed on a plan. */
async function dealOf(customer: Person, plan: Partial<typeof aMilestone>[] = [{}]): Promise<Deal> {
  const developer = await world.person('developer');
  const { id: ticketId } = await postRequest(customer);
  await grab(developer, ticketId);
  const milestones = await agreeOnPlan({ customer, developer }, ticketId, plan);
  return { customer, developer, ticketId, milestones };
}

async function openPage({ customer, milestones }: Deal): Promise<string> {
  const path = `/api/milestones/${milestones[0]?.id}/checkout`;
  const { checkout_url } = ok(await customer.call<{ checkout_url: string }>('POST', path));
  return new URL(checkout_url).pathname;
}

const payAt = (url: string, card = '') =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ decision: 'pay', card }).toString(),
  });

/** What the customer reads before paying. */
async function answerOf({ customer, ticketId }: Deal): Promise<FirstHourAnswer | null> {
  const path = `/api/tickets/${ticketId}/milestones`;
  const { items } = ok(await customer.call<{ items: Milestone[] }>('GET', path));
  return items[0]?.first_hour ?? null;
}

const recordOf = async ({ customer, milestones }: Deal) =>
  ok(
    await customer.call<BillingRecord>(
      'POST',
      `/api/billing-records/${milestones[0]?.billing_record_id}/check`,
    ),
  );
const refundedTo = async ({ milestones }: Deal) =>
  (
    await world.context.db
      .selectFrom('sandbox_payments as p')
      .innerJoin('checkouts as c', 'c.id', 'p.checkout_id')
      .select(['p.refunded_cents', 'p.amount_cents'])
      .where('c.billing_record_id', '=', milestones[0]?.billing_record_id ?? '')
      .where('p.status', '=', 'succeeded')
      .execute()
  ).map(({ refunded_cents }) => refunded_cents);

describe('two made-up customers at $1,000 an hour', () => {
  it('cost the platform no more than $25 each, and leave the developer nothing unseen', async () => {
    const developer = await world.person('developer');
    const before = await balance(world.context.db, 'promotions');
    for (const _ of [1, 2]) {
      const deal = await makeDeal({ world }, [{ hourly_rate: 1000, hours: 1 }], developer);
      const id = deal.milestones[0]?.id ?? '';
      await pay(world, deal.customer, id);
      await deliver(developer, id);
      ok(await deal.customer.call('POST', `/api/milestones/${id}/accept`, {}));
    }
    expect(await balance(world.context.db, 'promotions')).toBe(before - 5000);
    const earnings = ok(await developer.call<Earnings>('GET', '/api/earnings'));
    expect(earnings).toMatchObject({
      available_cents: 0,
      held_cents: 180_000,
      looked_at_cents: 180_000,
    });
  });
});

describe('the first-hour price of an address', () => {
  it('is held for its customer as what they paid, and for its developer as their share of the price', async () => {
    const deal = await dealOf(await world.person('customer'));
    await pay(world, deal.customer, deal.milestones[0]?.id ?? '');
    const heldFor = async (person: Person) =>
      ok(await person.call<Ticket>('GET', `/api/tickets/${deal.ticketId}`)).held_cents;
    const cost = deal.milestones[0]?.cost_cents ?? 0;
    expect(await heldFor(deal.customer)).toBe(cost - 2500);
    // The fee is a tenth of the price: the platform bears the discount.
    expect(await heldFor(deal.developer)).toBe(cost * 0.9);
  });

  it('is said before paying, and why not', async () => {
    const customer = await world.person('customer');
    const deal = await dealOf(customer, [{}, {}]);
    const plan = `/api/tickets/${deal.ticketId}/milestones`;
    const answers = async (who: Person) =>
      ok(await who.call<{ items: Milestone[] }>('GET', plan)).items.map((each) => each.first_hour);
    const charges = async (who: Person) =>
      ok(await who.call<{ items: Milestone[] }>('GET', plan)).items.map(
        ({ charge_cents, discount_cents }) => {
          expect(charge_cents + discount_cents).toBe(deal.milestones[0]?.cost_cents);
          return charge_cents;
        },
      );
    expect(await answers(customer)).toEqual(['applies', 'other_milestone']);
    expect(await answers(deal.developer)).toEqual([null, null]);
    expect(await charges(deal.developer)).toEqual([10_000, 10_000]);
    expect(await charges(customer)).toEqual([7500, 10_000]);
    // To look at the page costs nothing.
    await openPage(deal);
    expect(await answers(customer)).toEqual(['applies', 'other_milestone']);
    await pay(world, customer, deal.milestones[0]?.id ?? '');
    expect(await answers(customer)).toEqual([null, 'paid_before']);
    // What was paid of the price is between the customer and the platform.
    expect(await charges(deal.developer)).toEqual([10_000, 10_000]);
    expect(await charges(customer)).toEqual([7500, 10_000]);
    const cheap = await dealOf(await world.person('customer'), [{ hourly_rate: 25 }]);
    expect(await answerOf(cheap)).toBe('nothing_off');
  });

  it('is not given again to one that differs in what its provider ignores', async () => {
    const name = `maya${randomUUID().slice(0, 8)}`;
    const first = await dealOf(await world.person('customer', { email: `${name}@gmail.com` }));
    const again = await world.person('customer', { email: `m.${name.slice(1)}+2@googlemail.com` });
    const second = await dealOf(again);
    expect(await answerOf(second)).toBe('applies');
    await pay(world, first.customer, first.milestones[0]?.id ?? '');
    expect(await answerOf(second)).toBe('address_used');
    await pay(world, again, second.milestones[0]?.id ?? '');
    expect(await recordOf(second)).toMatchObject({ status: 'held', discount_cents: 0 });
  });

  it('is not given again after the account was deleted, and nothing keeps the address', async () => {
    const email = `leaving-${randomUUID()}@example.com`;
    const deal = await dealOf(await world.person('customer', { email }));
    await pay(world, deal.customer, deal.milestones[0]?.id ?? '');
    await finish(deal);
    await givePassword(world, deal.customer);
    ok(await deal.customer.call('DELETE', '/api/me', { password: PASSWORD }));
    const again = await dealOf(await world.person('customer', { email }));
    expect(await answerOf(again)).toBe('address_used');
    const { address_hash } = await world.context.db
      .selectFrom('checkouts')
      .select('address_hash')
      .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
      .executeTakeFirstOrThrow();
    expect(address_hash).toHaveLength(32);
  });

  it('is given to one of two accounts that are one mailbox, when both pay at once', async () => {
    const name = `noah${randomUUID().slice(0, 8)}`;
    const deals = [
      await dealOf(await world.person('customer', { email: `${name}@gmail.com` })),
      await dealOf(await world.person('customer', { email: `${name}+b@gmail.com` })),
    ];
    const pages = await Promise.all(deals.map(openPage));
    await Promise.all(pages.map((page) => payAt(page)));
    const records = await Promise.all(deals.map(recordOf));
    expect(records.map(({ status }) => status).sort()).toEqual(['held', 'unpaid']);
    expect(records.find(({ status }) => status === 'unpaid')?.returned_for).toBe('address_used');
  });

  it('is given to one of two milestones that are paid at once', async () => {
    for (let round = 0; round < 3; round++) {
      const customer = await world.person('customer');
      const deals = [await dealOf(customer), await dealOf(customer)];
      // Whose page is closed by the other is told so, or pays on it too late.
      const press = async () =>
        (await Promise.allSettled(deals.map(openPage))).flatMap((page) =>
          page.status === 'fulfilled' ? [page.value] : [],
        );
      await press();
      const open = await world.context.db
        .selectFrom('checkouts')
        .select(['discount_cents', 'status'])
        .where('customer_id', '=', customer.id)
        .orderBy('created_at')
        .execute();
      expect(open.filter(({ status }) => status === 'open')).toHaveLength(1);
      // A page that was closed by the other may still be paid: that goes back.
      const pages = await press();
      expect(pages.length).toBeGreaterThan(0);
      await Promise.all(pages.map((page) => payAt(page)));
      const discounts = (await Promise.all(deals.map(recordOf)))
        .filter(({ status }) => status === 'held')
        .map(({ discount_cents }) => discount_cents);
      expect(discounts.filter((cents) => cents > 0).length).toBeLessThanOrEqual(1);
    }
  });
});

describe('the first-hour price of a card', () => {
  it('is given once: the next payment with it is paid back at once, and says why', async () => {
    const first = await dealOf(await world.person('customer'));
    await payAt(await openPage(first), CARD);
    expect(await recordOf(first)).toMatchObject({ status: 'held', discount_cents: 2500 });
    const second = await dealOf(await world.person('customer'));
    await payAt(await openPage(second), '4242 4242-4242 4242');
    expect(await recordOf(second)).toMatchObject({
      status: 'unpaid',
      payment_status: 'not_paid',
      returned_for: 'card_used',
      refunds: [{ kind: 'return', amount_cents: 7500 }],
    });
    await reconcile(world.context, { olderThanMs: -1000 });
    expect(await refundedTo(second)).toEqual([7500]);
    const [mail] = (await world.mails()).filter(
      ({ recipient, kind }) => recipient === second.customer.email && kind === 'refund_receipt',
    );
    expect(mail?.body_text).toContain(firstHourRefusalWords.card_used);
    expect(await answerOf(second)).toBe('card_used');
    // The same card pays the usual price.
    await payAt(await openPage(second), CARD);
    expect(await recordOf(second)).toMatchObject({
      status: 'held',
      discount_cents: 0,
      charge_cents: 10_000,
      returned_for: null,
    });
  });

  it('is given to one of two accounts that pay with it at once', async () => {
    for (let round = 0; round < 3; round++) {
      await world.context.db
        .updateTable('checkouts')
        .set({ card_hash: null })
        .where('card_hash', 'is not', null)
        .execute();
      const deals = await Promise.all(
        [1, 2, 3].map(async () => dealOf(await world.person('customer'))),
      );
      const pages = await Promise.all(deals.map(openPage));
      await Promise.all(pages.map((page) => payAt(page, OTHER_CARD)));
      const statuses = (await Promise.all(deals.map(recordOf))).map(({ status }) => status);
      expect(statuses.sort()).toEqual(['held', 'unpaid', 'unpaid']);
    }
  });

  it('is known from Stripe, which says it only when asked', async () => {
    money.fake.books.card = 'fp_the_same';
    const [first, second] = [await makeDeal(money), await makeDeal(money)];
    const earlier = money.fake.books.refunds.length;
    await fund(money, first);
    await fund(money, second);
    expect(await recordOf(first)).toMatchObject({ status: 'held', discount_cents: 2500 });
    expect(await recordOf(second)).toMatchObject({ status: 'unpaid', returned_for: 'card_used' });
    await money.work();
    const refunds = money.fake.books.refunds.slice(earlier);
    expect(refunds.map(({ amount }) => amount)).toEqual([7500]);
    await fund(money, second);
    expect(await recordOf(second)).toMatchObject({ status: 'held', charge_cents: 10_000 });
    money.fake.books.card = null;
  });

  it('that was paid back stays paid back when the work is called off', async () => {
    money.fake.books.card = 'fp_once_more';
    const [first, second] = [await makeDeal(money), await makeDeal(money)];
    for (const deal of [first, second]) await fund(money, deal);
    money.fake.books.card = null;
    await moderate(money, second, 'close-for-customer');
    await money.work();
    expect(await recordOf(second)).toMatchObject({
      status: 'void',
      refunds: [{ kind: 'return', amount_cents: 7500 }],
    });
    const checkouts = await money.world.context.db
      .selectFrom('checkouts')
      .select('status')
      .where('billing_record_id', '=', second.milestones[0]?.billing_record_id ?? '')
      .execute();
    expect(checkouts).toEqual([{ status: 'returned' }]);
  });

  it('waits for Stripe to say it, rather than be given unknown', async () => {
    const deal = await makeDeal(money);
    const page = ok(
      await deal.customer.call<{ checkout_url: string }>(
        'POST',
        `/api/milestones/${deal.milestones[0]?.id}/checkout`,
      ),
    ).checkout_url.split('/');
    money.fake.books.pay(page.at(-1) ?? '');
    const event = money.fake.books.events.at(-1);
    if (!event) throw new Error('nothing was paid');
    money.fake.fault = () => 'dropped before';
    expect(await money.deliver(event)).toBe(503);
    money.fake.fault = () => null;
    expect(await money.deliver(event)).toBe(200);
    expect(await recordOf(deal)).toMatchObject({ status: 'held' });
  });
});

describe('the network that a checkout is opened from', () => {
  it.each(['127.0.0.1', '::1', '::ffff:10.1.2.3', '192.168.1.9', '172.20.0.1', 'fd00::1', ''])(
    'is nobody’s where it is %s',
    (ip) => {
      expect(networkHash(world.context.config, ip)).toBeNull();
    },
  );

  it('is not kept of who pays the usual price', async () => {
    const { customer, milestones } = await dealOf(await world.person('customer'), [{}, {}]);
    const [first, second] = milestones;
    await pay(world, customer, first?.id ?? '');
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: `/api/milestones/${second?.id}/checkout`,
      headers: { authorization: `Bearer ${customer.token}` },
      remoteAddress: '203.0.113.7',
    });
    const kept = await world.context.db
      .selectFrom('checkouts')
      .select('network_hash')
      .where('billing_record_id', '=', second?.billing_record_id ?? '')
      .execute();
    expect([statusCode, kept]).toEqual([200, [{ network_hash: null }]]);
  });

  it('is one for a whole IPv6 network, and kept as a keyed hash', () => {
    const of = (ip: string) => networkHash(world.context.config, ip)?.toString('hex');
    expect(of('2001:db8:1:2::3')).toBe(of('2001:db8:1:2:ffff::9'));
    expect(of('2001:db8:1:3::3')).not.toBe(of('2001:db8:1:2::3'));
    expect(of('203.0.113.7')).toHaveLength(64);
    expect(of('203.0.113.7')).toBe(of('::ffff:203.0.113.7'));
  });
});

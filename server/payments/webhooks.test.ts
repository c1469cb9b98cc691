import { describe, expect, it } from 'vitest';
import type { BillingRecord } from '#domain/billing.ts';
import type { Milestone } from '#domain/milestone.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { newEvent } from '../testing/payments/fake-stripe-answers.ts';
import {
  type Deal,
  findingKinds,
  fund,
  makeDeal,
  moderate,
  openPage,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { reconcile } from './reconcile.ts';

const money = useMoneyWorld();

const recordOf = async ({ customer, milestones }: Deal, index = 0) =>
  ok(
    await customer.call<BillingRecord>(
      'GET',
      `/api/billing-records/${milestones[index]?.billing_record_id}`,
    ),
  );
const heldFor = ({ milestones }: Deal, index = 0) =>
  balance(money.world.context.db, 'held', milestones[index]?.id);
const lastEvent = () => {
  const event = money.fake.books.events.at(-1);
  if (!event) throw new Error('nothing happened');
  return event;
};

describe('an event of the payment provider', () => {
  it('holds the money, once, however often it comes', async () => {
    const deal = await makeDeal(money);
    money.fake.books.pay(await openPage(deal));
    const event = lastEvent();
    const statuses = await Promise.all(Array.from({ length: 100 }, () => money.deliver(event)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await heldFor(deal)).toBe(10_000);
    expect(await money.deliver(event)).toBe(200);
    expect(await brokenInvariants(money.world.context.db)).toEqual([]);
  });

  it.each([
    ['is not signed', { signature: '' }],
    ['is signed with something else', { signature: 't=1,v1=00' }],
    ['is ten minutes old', { at: new Date(Date.now() - 600_000) }],
    ['is ten minutes ahead', { at: new Date(Date.now() + 600_000) }],
  ])('changes nothing when it %s', async (_name, headers) => {
    const deal = await makeDeal(money);
    money.fake.books.pay(await openPage(deal));
    expect(await money.deliver(lastEvent(), headers)).toBe(400);
    expect(await recordOf(deal)).toMatchObject({ status: 'unpaid', receipt_number: null });
  });

  it.each([-4, 4])('counts when the clocks differ by %i minutes', async (minutes) => {
    const deal = await makeDeal(money);
    money.fake.books.pay(await openPage(deal));
    const at = new Date(Date.now() + minutes * 60_000);
    expect(await money.deliver(lastEvent(), { at })).toBe(200);
    expect(await recordOf(deal)).toMatchObject({ status: 'held' });
  });

  it('changes nothing when its bytes are not the signed ones', async () => {
    const { payload, signature } = money.fake.delivery(lastEvent());
    for (const changed of [`${payload} `, payload.replace('{', '{ '), '', 'null', '[]']) {
      const answer = await money.world.app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload: changed,
      });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('counts when it comes before we have kept the name of the page', async () => {
    const deal = await makeDeal(money);
    money.fake.books.pay(await openPage(deal));
    await money.world.context.db
      .updateTable('checkouts')
      .set({ provider_reference: null })
      .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
      .execute();
    expect(await money.deliver(lastEvent())).toBe(200);
    expect(await recordOf(deal)).toMatchObject({ status: 'held' });
  });

  it('says nothing of a session that is not ours, or of a kind that we do not know', async () => {
    const strange = money.fake.books.openSession({ amount: 5000 });
    money.fake.books.pay(strange.id);
    expect(await money.deliver(lastEvent())).toBe(200);
    const unknown = { ...lastEvent(), id: 'evt_unknown', type: 'invoice.paid' };
    expect(await money.deliver(unknown)).toBe(200);
    const { payload, signature } = money.fake.delivery({ ...unknown, id: 'evt_unknown_too' });
    const answer = await money.world.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    expect(answer.json()).toEqual({ received: true });
    expect(await brokenInvariants(money.world.context.db)).toEqual([]);
  });

  it('is waited for where a bank takes its time', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    money.fake.books.pay(page, 'delayed');
    await money.deliverAll();
    const path = `/api/billing-records/${deal.milestones[0]?.billing_record_id}/check`;
    expect(ok(await deal.customer.call('POST', path))).toMatchObject({ payment_status: 'waiting' });
    money.fake.books.finishDelayed(page, true);
    await money.deliverAll();
    expect(await recordOf(deal)).toMatchObject({ payment_status: 'paid', status: 'held' });
  });

  it('closes a page that has expired; the next try opens another', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    money.fake.books.expire(page);
    await money.deliverAll();
    expect(await recordOf(deal)).toMatchObject({ payment_status: 'not_paid' });
    const again = await openPage(deal);
    expect(again).not.toBe(page);
    money.fake.books.pay(again);
    await money.deliverAll();
    expect(await heldFor(deal)).toBe(10_000);
    // What is refunded is the payment of that one.
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    const { payment_intent } = money.fake.books.sessions.get(again) ?? {};
    expect(money.fake.books.refunds.at(-1)).toMatchObject({ amount: 7500, payment_intent });
  });

  it('of a page that has expired changes nothing where it was paid', async () => {
    const deal = await makeDeal(money);
    const session = money.fake.books.sessions.get(await fund(money, deal)) ?? {};
    expect(await money.deliver(newEvent('checkout.session.expired', session))).toBe(200);
    expect(await brokenInvariants(money.world.context.db)).toEqual([]);
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    expect(money.fake.books.refunds.at(-1)?.amount).toBe(7500);
  });

  it.each([100, 7499, 7501, 10_000])(
    'of a payment of %i cents, where 7500 were asked for, is not believed, and reported',
    async (cents) => {
      await money.world.context.db.deleteFrom('money_findings').execute();
      const deal = await makeDeal(money);
      const page = await openPage(deal);
      const session = money.fake.books.sessions.get(page);
      if (session) session.amount_total = cents;
      money.fake.books.pay(page);
      await money.deliverAll();
      expect(await recordOf(deal)).toMatchObject({ status: 'unpaid' });
      expect(await heldFor(deal)).toBe(0);
      expect(await findingKinds(money)).toEqual(['payment_differs']);
    },
  );
});

describe('a payment', () => {
  it('can be begun twice at once, and is one page', async () => {
    const deal = await makeDeal(money);
    const first = await openPage(deal);
    await money.world.context.db.deleteFrom('money_findings').execute();
    money.fake.books.expire(first);
    await money.deliverAll();
    money.fake.fault = () => 'slow';
    const pages = await Promise.all([1, 2, 3, 4].map(() => openPage(deal)));
    money.fake.fault = () => null;
    expect(new Set(pages).size).toBe(1);
  });

  it('that comes for a checkout paid already is a finding, not lost in silence', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    const { metadata } = [...money.fake.books.sessions.values()].at(-1) ?? { metadata: {} };
    money.fake.books.pay(
      money.fake.books.openSession({ amount: 7500, metadata: metadata ?? {} }).id,
    );
    await money.deliverAll();
    expect(await findingKinds(money)).toEqual(['payment_unmatched']);
  });

  it('is found by asking when no event comes', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    money.fake.books.pay(page);
    const path = `/api/billing-records/${deal.milestones[0]?.billing_record_id}/check`;
    expect(ok(await deal.customer.call('POST', path))).toMatchObject({
      payment_status: 'paid',
      charge_cents: 7500,
      fee_cents: 1000,
      receipt_number: expect.stringMatching(/^R-\d{6}$/),
    });
    await money.deliverAll();
    expect(await heldFor(deal)).toBe(10_000);
  });

  it('whose page could not be opened is not waited for', async () => {
    const deal = await makeDeal(money, [{}, {}]);
    money.fake.fault = () => 'dropped before';
    await expect(openPage(deal, 1)).rejects.toThrow('answered 503');
    money.fake.fault = () => null;
    const path = `/api/billing-records/${deal.milestones[1]?.billing_record_id}/check`;
    expect(ok(await deal.customer.call('POST', path))).toMatchObject({
      payment_status: 'not_paid',
    });
    // Only a customer who wants to pay opens one.
    const opened = money.fake.books.sessions.size;
    await money.work();
    expect(money.fake.books.sessions.size).toBe(opened);
  });

  it('of another milestone closes no page at the usual price', async () => {
    const deal = await makeDeal(money, [{}, {}, {}]);
    await fund(money, deal);
    const pages = [await openPage(deal, 1), await openPage(deal, 2)];
    await money.work();
    expect(pages.map((page) => money.fake.books.sessions.get(page)?.status)).toEqual([
      'open',
      'open',
    ]);
  });

  it('is found by the reconciliation when nobody asks', async () => {
    const deal = await makeDeal(money);
    money.fake.books.pay(await openPage(deal));
    await money.work();
    expect(await recordOf(deal)).toMatchObject({ status: 'held' });
  });

  it('is asked about no more once it is known', async () => {
    const page = await fund(money, await makeDeal(money));
    const asked: string[] = [];
    money.fake.fault = ({ path }) => {
      asked.push(path);
      return null;
    };
    await money.work();
    money.fake.fault = () => null;
    expect(asked.filter((path) => path.includes(page))).toEqual([]);
  });

  it('is left alone by the reconciliation while it is new', async () => {
    const deal = await makeDeal(money);
    money.fake.books.pay(await openPage(deal));
    await reconcile(money.world.context, { olderThanMs: 60_000 });
    expect(await recordOf(deal)).toMatchObject({ status: 'unpaid' });
    await money.deliverAll();
    expect(await recordOf(deal)).toMatchObject({ status: 'held' });
  });

  it.each([
    ['not after half an hour', 30, 'unpaid'],
    ['after two hours', 120, 'held'],
  ])('whose page was open for ten hours is asked about again %s', async (_name, minutes, is) => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    const ago = (many: number) => new Date(Date.now() - many * 60_000);
    await money.world.context.db
      .updateTable('checkouts')
      .set({ created_at: ago(600), asked_at: ago(minutes) })
      .where('provider_reference', '=', page)
      .execute();
    money.fake.books.pay(page);
    await money.work();
    expect(await recordOf(deal)).toMatchObject({ status: is });
    await money.deliverAll();
    expect(await recordOf(deal)).toMatchObject({ status: 'held' });
  });

  it('at the usual price is taken without asking what card it came from', async () => {
    const deal = await makeDeal(money, [{}, {}]);
    await fund(money, deal);
    money.fake.books.pay(await openPage(deal, 1));
    money.fake.fault = () => 'dropped before';
    expect(await money.deliver(lastEvent())).toBe(200);
    money.fake.fault = () => null;
    expect(await heldFor(deal, 1)).toBe(10_000);
    const receipt = (await money.world.mails()).findLast(({ kind }) => kind === 'payment_receipt');
    expect(receipt?.body_text).toContain('Paid: $100.00');
    expect(receipt?.body_text).not.toContain('First-hour price');
  });

  it('of work that is begun leaves its beginning as it was', async () => {
    const deal = await makeDeal(money);
    const path = `/api/milestones/${deal.milestones[0]?.id}/start`;
    const { started_at } = ok(await deal.developer.call<Milestone>('POST', path));
    await fund(money, deal);
    const plan = `/api/tickets/${deal.ticketId}/milestones`;
    const { items } = ok(await deal.customer.call<{ items: Milestone[] }>('GET', plan));
    expect(items).toMatchObject([{ started_at, paid: true }]);
    expect(started_at).not.toBeNull();
  });

  it('made twice, in two tabs, is held once and paid back once', async () => {
    const deal = await makeDeal(money);
    const first = await openPage(deal);
    // The first hour was given to another request meanwhile, so the price of this one changed.
    await money.world.context.db
      .updateTable('checkouts')
      .set({ charge_cents: 7000, discount_cents: 3000 })
      .where('provider_reference', '=', first)
      .execute();
    const session = money.fake.books.sessions.get(first);
    if (session) session.amount_total = 7000;
    money.fake.books.pay(first);
    const second = await openPage(deal);
    expect(second).not.toBe(first);
    money.fake.books.pay(second);
    await money.deliverAll();
    await money.work();
    expect(await heldFor(deal)).toBe(10_000);
    expect(money.fake.books.refunds.at(-1)?.amount).toBe(7000);
    expect(await brokenInvariants(money.world.context.db)).toEqual([]);
  });

  it('for work that was called off goes back, and its page is closed', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    await moderate(money, deal, 'close-for-customer');
    money.fake.books.pay(page);
    await money.deliverAll();
    await money.work();
    expect(await heldFor(deal)).toBe(0);
    expect(money.fake.books.refunds.at(-1)?.amount).toBe(7500);
    expect(await brokenInvariants(money.world.context.db)).toEqual([]);
  });

  it('that was made just before its page is closed goes back, though no event tells of it', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    await moderate(money, deal, 'close-for-customer');
    money.fake.books.pay(page);
    const { refunds } = money.fake.books;
    const before = refunds.length;
    for (const _ of ['asked about', 'paid back']) await money.work();
    expect(refunds.slice(before).map(({ amount }) => amount)).toEqual([7500]);
    await money.deliverAll();
    expect(await brokenInvariants(money.world.context.db)).toEqual([]);
  });

  it('cannot be made any more on a page that another has replaced', async () => {
    const deal = await makeDeal(money);
    const first = await openPage(deal);
    await money.world.context.db
      .updateTable('checkouts')
      .set({ charge_cents: 7000, discount_cents: 3000 })
      .where('provider_reference', '=', first)
      .execute();
    expect(await openPage(deal)).not.toBe(first);
    expect(money.fake.books.pay(first)).toBe(false);
  });

  it('cannot be made any more on the page of work that was called off', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    expect(money.fake.books.pay(page)).toBe(false);
  });

  it('cannot be made any more on the page of work that was given back', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    const note = 'The login is mended; the rest is in the branch.';
    ok(await deal.developer.call('POST', `/api/tickets/${deal.ticketId}/give-back`, { note }));
    await money.work();
    expect(money.fake.books.pay(page)).toBe(false);
  });

  it('is not released and refunded both, when both happen at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const deal = await makeDeal(money);
      await fund(money, deal);
      const id = deal.milestones[0]?.id ?? '';
      await deal.developer.call('POST', `/api/milestones/${id}/start`);
      await deal.developer.call('POST', `/api/milestones/${id}/submit`, { message: 'Done' });
      await Promise.allSettled([
        deal.customer.call('POST', `/api/milestones/${id}/accept`, {}),
        moderate(money, deal, 'close-for-customer'),
        deal.customer.call('POST', `/api/milestones/${id}/accept`, {}),
      ]);
      expect(await heldFor(deal)).toBe(0);
      expect(await brokenInvariants(money.world.context.db)).toEqual([]);
    }
  });

  it('comes with a receipt by mail, and so does its refund', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    const { receipt_number } = await recordOf(deal);
    await moderate(money, deal, 'close-for-customer');
    const { refunds } = await recordOf(deal);
    expect(refunds).toMatchObject([{ amount_cents: 7500 }]);
    const mails = (await money.world.mails()).filter(
      ({ recipient, kind }) => recipient === deal.customer.email && kind.endsWith('_receipt'),
    );
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Receipt ${receipt_number} for your payment of $75.00`,
      `Receipt ${refunds[0]?.receipt_number} for your refund of $75.00`,
    ]);
    expect(mails[0]?.body_text).toContain('platform fee of $10.00 included');
    expect(mails[0]?.body_text).toContain('First-hour price: -$25.00');
    for (const { body_text } of mails) {
      expect(body_text).toContain(deal.milestones[0]?.title);
      expect(body_text).toContain('View your receipt');
    }
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import type { TicketMoney } from '#domain/billing.ts';
import type { Earnings } from '#domain/earnings.ts';
import type { BorneBy } from '#domain/ledger.ts';
import type { Milestone } from '#domain/milestone.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { hasMoneyLeft } from '../ledger/developer-money.ts';
import { balance } from '../ledger/ledger.ts';
import { moneyLeft } from '../ledger/money-left.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { newEvent } from '../testing/payments/fake-stripe-answers.ts';
import { newDispute } from '../testing/payments/fake-stripe-dispute.ts';
import {
  type Deal,
  finish,
  fund,
  makeDeal,
  moderate,
  onboard,
  openPage,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { decideLostDispute, refundReleased, refundWholeRequest } from './cases.ts';
import { splitHeld } from './move-money.ts';
import { bookPaidElsewhere } from './owed-refunds.ts';

const money = useMoneyWorld();
afterEach(async () => {
  await money.work();
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
});

const earnings = async ({ developer }: Deal) =>
  ok(await developer.call<Earnings>('GET', '/api/earnings'));
const account = (name: Parameters<typeof balance>[1], owner?: string) =>
  balance(money.world.context.db, name, owner);
const locked = <Result>(
  { ticketId }: Deal,
  work: (
    each: Parameters<typeof splitHeld>[0],
    ticket: Parameters<typeof splitHeld>[1],
  ) => Promise<Result>,
) => change(money.world.context, async (each) => work(each, await lockTicket(each.tx, ticketId)));
const split = (deal: Deal, parts: { released_cents: number; refunded_cents: number }) =>
  locked(deal, async (each, ticket) => {
    const [milestone] = ticket.milestones;
    if (milestone) await splitHeld(each, ticket, milestone, parts);
  });
const refundCase = (deal: Deal, cents: number, borne_by: BorneBy, index = 0) =>
  locked(deal, (each) =>
    refundReleased(each, deal.milestones[index]?.billing_record_id ?? '', { cents, borne_by }),
  );

const decide = (reference: string, borne_by: BorneBy, provider = 'stripe') =>
  change(money.world.context, (each) => decideLostDispute(each, { provider, reference }, borne_by));
const lostMails = async () =>
  (await money.world.mails()).filter(({ kind }) => kind === 'payment_lost');

/** How the payment of a deal stands. */
async function checkoutOf({ milestones }: Deal) {
  return money.world.context.db
    .selectFrom('checkouts')
    .select(['id', 'status'])
    .where('billing_record_id', '=', milestones[0]?.billing_record_id ?? '')
    .executeTakeFirstOrThrow();
}

/** A milestone of $100, of which the customer has paid $75: accepted, and transferred. */
async function released(): Promise<Deal & { intent: string }> {
  const deal = await makeDeal(money);
  await onboard(money, deal.developer);
  const intent = await funded(deal);
  await finish(deal);
  await money.work();
  return { ...deal, intent };
}

/** The bank takes a part of a payment back; the dispute's name. */
async function losePart(intent: string, cents: number): Promise<string> {
  const { books } = money.fake;
  const id = books.dispute(intent, cents) ?? '';
  books.closeDispute(id, 'lost');
  await money.deliverAll();
  books.chargeOf(intent).disputed = false;
  return id;
}

/** What the provider pays back of a payment, once nothing keeps it from doing so. */
async function paidBack(intent: string): Promise<number> {
  const charge = money.fake.books.chargeOf(intent);
  charge.disputed = false;
  await money.work();
  return charge.amount_refunded;
}

async function funded(deal: Deal): Promise<string> {
  const page = await fund(money, deal);
  return money.fake.books.sessions.get(page)?.payment_intent ?? '';
}

describe('a split of what is held', () => {
  it.each([
    // released, refunded, to the customer, to the developer, what the books call it
    [10_000, 0, 0, 9000, 'release'],
    [6000, 4000, 4000, 5400, 'split'],
    [1000, 9000, 7500, 900, 'split'],
    [0, 10_000, 7500, 0, 'refund'],
  ] as const)(
    'of %i and %i pays %i back and %i to the developer: a %s',
    async (released_cents, refunded_cents, back, earned, kind) => {
      const deal = await makeDeal(money);
      await onboard(money, deal.developer);
      const intent = await funded(deal);
      await split(deal, { released_cents, refunded_cents });
      await money.work();
      expect(money.fake.books.chargeOf(intent).amount_refunded).toBe(back);
      expect(await earnings(deal)).toMatchObject({ held_cents: 0, available_cents: earned });
      expect(await account('connected', deal.developer.id)).toBe(-earned || 0);
      const booked = await money.world.context.db
        .selectFrom('ledger_entries')
        .select('kind')
        .where('key', '=', `settle:${deal.milestones[0]?.billing_record_id}`)
        .executeTakeFirst();
      expect(booked).toEqual({ kind });
    },
  );

  it.each([
    [5000, 5001],
    [10_001, -1],
    [0.5, 9999.5],
    [Number.NaN, 10_000],
  ])('of %d and %d does not add up', async (released_cents, refunded_cents) => {
    const deal = await makeDeal(money);
    await funded(deal);
    await expect(split(deal, { released_cents, refunded_cents })).rejects.toMatchObject({
      code: 'split_does_not_add_up',
    });
  });

  it('leaves nothing to be released when the work is accepted after it', async () => {
    const deal = await makeDeal(money);
    await funded(deal);
    await split(deal, { released_cents: 5000, refunded_cents: 5000 });
    await finish(deal);
    expect(await earnings(deal)).toMatchObject({ available_cents: 4500 });
  });

  it('is made once', async () => {
    const deal = await makeDeal(money);
    await funded(deal);
    await split(deal, { released_cents: 5000, refunded_cents: 5000 });
    await expect(split(deal, { released_cents: 5000, refunded_cents: 5000 })).rejects.toMatchObject(
      {
        code: 'nothing_held',
      },
    );
  });
});

describe('a refund after the release', () => {
  it('takes the developer’s share from their balance, and the fee from the platform', async () => {
    const deal = await released();
    const fees = await account('fees');
    await refundCase(deal, 5000, 'developer');
    await money.work();
    expect(money.fake.books.chargeOf(deal.intent).amount_refunded).toBe(5000);
    expect(await earnings(deal)).toMatchObject({ available_cents: 4500 });
    expect(await account('connected', deal.developer.id)).toBe(-4500);
    expect((await account('fees')) - fees).toBe(-500);
  });

  it('in parts gives up the fee of their sum, however each part is rounded', async () => {
    const deal = await released();
    const fees = await account('fees');
    for (let part = 0; part < 4; part++) await refundCase(deal, 5, 'developer');
    expect((await account('fees')) - fees).toBe(-2);
    expect(await earnings(deal)).toMatchObject({ available_cents: 9000 - 18 });
  });

  it('in parts that grow is booked for each of them', async () => {
    const deal = await released();
    for (const cents of [100, 200]) await refundCase(deal, cents, 'developer');
    expect(await earnings(deal)).toMatchObject({ available_cents: 9000 - 270 });
  });

  it('after a payout leaves a debt, which the next release makes up for', async () => {
    const deal = await released();
    ok(await deal.developer.call('POST', '/api/earnings/payouts'));
    await money.work();
    await refundCase(deal, 7500, 'developer');
    expect(await earnings(deal)).toMatchObject({ available_cents: 0, owed_cents: 6750 });
    expect(await deal.developer.call('POST', '/api/earnings/payouts')).toMatchObject({
      body: { code: 'nothing_to_pay_out' },
    });
    // What they owe does not keep them: nobody could pay it in here.
    expect(await hasMoneyLeft(money.world.context.db, deal.developer.id)).toBe(false);
    const next = await makeDeal(money, [{}], deal.developer);
    await funded(next);
    await finish(next);
    await money.work();
    expect(await earnings(deal)).toMatchObject({ available_cents: 2250, owed_cents: 0 });
    expect(await account('connected', deal.developer.id)).toBe(-2250);
  });

  it('may be borne by the platform', async () => {
    const deal = await released();
    const losses = await account('losses');
    await refundCase(deal, 7500, 'platform');
    await money.work();
    expect(await earnings(deal)).toMatchObject({ available_cents: 9000 });
    expect((await account('losses')) - losses).toBe(-6750);
  });

  it('is never more than the customer has paid', async () => {
    const deal = await released();
    await refundCase(deal, 7000, 'platform');
    await expect(refundCase(deal, 501, 'platform')).rejects.toMatchObject({
      code: 'nothing_released',
    });
    for (const cents of [0, -1, 0.5])
      await expect(refundCase(deal, cents, 'platform')).rejects.toMatchObject({
        code: 'nothing_released',
      });
    await refundCase(deal, 500, 'platform');
    await money.work();
    expect(money.fake.books.chargeOf(deal.intent).amount_refunded).toBe(7500);
  });

  it('makes a payment a refunded one once all parts of it have arrived', async () => {
    const deal = await released();
    const other = await released();
    for (const cents of [7000, 500]) await refundCase(deal, cents, 'platform');
    money.fake.fault = ({ path, form }) =>
      path.endsWith('/refunds') && /(^|&)amount=500(&|$)/.test(form) ? 'dropped before' : null;
    await money.work();
    money.fake.fault = () => null;
    expect(money.fake.books.chargeOf(deal.intent).amount_refunded).toBe(7000);
    expect((await checkoutOf(deal)).status).toBe('paid');
    await money.work();
    expect((await checkoutOf(deal)).status).toBe('refunded');
    expect((await checkoutOf(other)).status).toBe('paid');
  });

  it('gives all of a request back: what is held and what was released', async () => {
    const deal = await makeDeal(money, [{}, {}, {}]);
    await onboard(money, deal.developer);
    const first = await funded(deal);
    const page = await fund(money, deal, 1);
    await finish(deal);
    await money.work();
    const all = () => locked(deal, (each, ticket) => refundWholeRequest(each, ticket, 'developer'));
    await all();
    await money.work();
    // Nothing is left of it.
    await all();
    const second = money.fake.books.sessions.get(page)?.payment_intent ?? '';
    expect(money.fake.books.chargeOf(first).amount_refunded).toBe(7500);
    expect(money.fake.books.chargeOf(second).amount_refunded).toBe(10_000);
    expect(await earnings(deal)).toMatchObject({ held_cents: 0, available_cents: 2250 });
  });
});

describe('a dispute', () => {
  it('freezes what was released: nothing of it leaves, and what was sent comes back', async () => {
    const deal = await released();
    const id = money.fake.books.dispute(deal.intent) ?? '';
    await money.deliverAll();
    expect(await earnings(deal)).toMatchObject({ available_cents: 0, frozen_cents: 9000 });
    await money.work();
    expect(await account('connected', deal.developer.id)).toBe(0);
    const booked = await money.world.context.db
      .selectFrom('ledger_entries')
      .select('kind')
      .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
      .orderBy('id')
      .execute();
    const kinds = ['hold', 'release', 'transfer', 'dispute', 'reversal'];
    expect(booked.map(({ kind }) => kind)).toEqual(kinds);
    await expect(refundCase(deal, 100, 'platform')).rejects.toMatchObject({ code: 'dispute_open' });
    await expect(decide(id, 'platform')).rejects.toMatchObject({ code: 'no_lost_dispute' });
  });

  it('takes back from each transfer no more than is left of it', async () => {
    const first = await released();
    const second = await makeDeal(money, [{}], first.developer);
    await funded(second);
    await finish(second);
    await money.work();
    await refundCase(second, 5000, 'developer');
    await money.work();
    expect(await account('connected', first.developer.id)).toBe(-13_500);
    const id = money.fake.books.dispute(first.intent) ?? '';
    await money.deliverAll();
    await money.work();
    expect(await account('connected', first.developer.id)).toBe(-4500);
    money.fake.books.closeDispute(id, 'won');
    await money.deliverAll();
  });

  it('that is won gives everything back', async () => {
    const deal = await released();
    const disputed = await account('disputes');
    const id = money.fake.books.dispute(deal.intent) ?? '';
    await money.deliverAll();
    await money.work();
    money.fake.books.closeDispute(id, 'won');
    await money.deliverAll();
    await money.work();
    expect(await earnings(deal)).toMatchObject({ available_cents: 9000, frozen_cents: 0 });
    expect(await account('connected', deal.developer.id)).toBe(-9000);
    expect(await account('disputes')).toBe(disputed);
  });

  it('that is lost while the money is held ends the hold', async () => {
    const deal = await makeDeal(money);
    const id = money.fake.books.dispute(await funded(deal)) ?? '';
    money.fake.books.closeDispute(id, 'lost');
    await money.deliverAll();
    expect(await account('held', deal.milestones[0]?.id)).toBe(0);
    const path = `/api/billing-records/${deal.milestones[0]?.billing_record_id}`;
    expect(ok(await deal.customer.call('GET', path))).toMatchObject({
      status: 'refunded',
      milestone_title: deal.milestones[0]?.title,
    });
  });

  it('that is lost while the money is held leaves a milestone that can be paid again', async () => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    const id = money.fake.books.dispute(await funded(deal)) ?? '';
    money.fake.books.closeDispute(id, 'lost');
    const earlier = (await lostMails()).length;
    await money.deliverAll();
    const plan = async () => {
      const path = `/api/tickets/${deal.ticketId}/milestones`;
      return ok(await deal.customer.call<{ items: Milestone[] }>('GET', path)).items[0];
    };
    expect(await plan()).toMatchObject({
      billing_status: 'unpaid',
      paid: false,
      actions: { checkout: { allowed: true } },
    });
    const history = ok(
      await deal.developer.call<{ items: object[] }>(
        'GET',
        `/api/tickets/${deal.ticketId}/history`,
      ),
    );
    expect(history.items[0]).toMatchObject({ event: 'payment_lost', actor: 'provider' });
    const mails = (await lostMails()).slice(earlier);
    const words = Object.fromEntries(mails.map((mail) => [mail.recipient, mail.body_text]));
    expect(mails).toHaveLength(2);
    expect(words).toEqual({
      [deal.customer.email]: expect.stringContaining('pay the milestone again'),
      [deal.developer.email]: expect.stringContaining('We advise to wait'),
    });
    for (const text of Object.values(words)) expect(text).toContain(deal.milestones[0]?.title);

    // Without the first-hour price, which they had. What was held before stays what it was.
    await fund(money, deal);
    expect(await plan()).toMatchObject({ billing_status: 'held', paid: true });
    expect(await account('held', (await plan())?.billing_record_id ?? '')).toBe(10_000);
    await finish(deal);
    await money.work();
    expect(await earnings(deal)).toMatchObject({ held_cents: 0, available_cents: 9000 });
    const { receipts, ...sums } = ok(
      await deal.customer.call<TicketMoney>('GET', `/api/tickets/${deal.ticketId}/money`),
    );
    expect(sums).toMatchObject({ held_cents: 0, released_cents: 10_000, refunded_cents: 7500 });
    expect(receipts.map(({ milestone_title }) => milestone_title)).toEqual(
      [0, 1].map(() => deal.milestones[0]?.title),
    );
  });

  it('that is lost while the money is held can be lost again once it was paid again', async () => {
    const deal = await makeDeal(money);
    for (const _ of [1, 2]) {
      const id = money.fake.books.dispute(await funded(deal)) ?? '';
      money.fake.books.closeDispute(id, 'lost');
      await money.deliverAll();
    }
    await moderate(money, deal, 'close-for-customer');
    expect(await account('held', deal.milestones[0]?.id)).toBe(0);
  });

  it('that is lost and undecided leaves no refund: the bank has paid the customer already', async () => {
    const deal = await released();
    money.fake.books.closeDispute(money.fake.books.dispute(deal.intent) ?? '', 'lost');
    await money.deliverAll();
    await expect(refundCase(deal, 100, 'platform')).rejects.toMatchObject({ code: 'dispute_open' });
    const back = locked(deal, (each, ticket) => refundWholeRequest(each, ticket, 'platform'));
    await expect(back).rejects.toMatchObject({ code: 'dispute_open' });
  });

  it('that is lost for what a case gives back anyway leaves nothing to bear, and nothing frozen', async () => {
    const deal = await released();
    await refundCase(deal, 7500, 'platform');
    const id = money.fake.books.dispute(deal.intent) ?? '';
    await money.deliverAll();
    // It keeps no moderator from acting meanwhile.
    const left = await moneyLeft(money.world.context.db, deal.ticketId);
    expect([...left.values()]).toEqual([{ held_cents: 0, released_cents: 0, disputed: false }]);
    money.fake.books.closeDispute(id, 'lost');
    await money.deliverAll();
    const losses = await account('losses');
    await expect(decide(id, 'developer')).rejects.toMatchObject({ code: 'no_lost_dispute' });
    await money.work();
    expect(await account('losses')).toBe(losses);
    expect(await account('connected', deal.developer.id)).toBe(-9000);
    expect(await earnings(deal)).toMatchObject({ available_cents: 9000, frozen_cents: 0 });
  });

  it('that is lost for more than is left costs the developer no more than was released', async () => {
    const deal = await released();
    await refundCase(deal, 5000, 'platform');
    await money.work();
    const id = money.fake.books.dispute(deal.intent, 7500) ?? '';
    money.fake.books.closeDispute(id, 'lost');
    await money.deliverAll();
    await decide(id, 'developer');
    expect(await earnings(deal)).toMatchObject({ available_cents: 4500, frozen_cents: 0 });
  });

  it('about a payment that nobody expected freezes nothing of the one that was', async () => {
    const deal = await makeDeal(money);
    const { books } = money.fake;
    const first = await openPage(deal);
    // Paid in a tab whose price is another meanwhile, and again in the next one.
    await money.world.context.db
      .updateTable('checkouts')
      .set({ charge_cents: 7000, discount_cents: 3000 })
      .where('provider_reference', '=', first)
      .execute();
    const session = books.sessions.get(first);
    if (session) session.amount_total = 7000;
    books.pay(first);
    await fund(money, deal);
    const id = books.dispute(session?.payment_intent ?? '') ?? '';
    await finish(deal);
    await money.deliverAll();
    expect(await earnings(deal)).toMatchObject({ available_cents: 9000, frozen_cents: 0 });
    books.closeDispute(id, 'lost');
    await money.deliverAll();
    expect(await earnings(deal)).toMatchObject({ available_cents: 9000, frozen_cents: 0 });
    // It is the platform's own matter: the request says nothing of it.
    const path = `/api/tickets/${deal.ticketId}/history`;
    const { items } = ok(await deal.developer.call<{ items: { event: string }[] }>('GET', path));
    expect(items.map(({ event }) => event)).not.toContain('released_payment_lost');
  });

  it('that is lost pays what was owed to the customer anyway, and nothing is paid twice', async () => {
    // Owed to somebody else, and for longer.
    const other = await makeDeal(money);
    const others = money.fake.books.dispute(await funded(other)) ?? '';
    await money.deliverAll();
    await moderate(money, other, 'close-for-customer');
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    const id = money.fake.books.dispute(intent) ?? '';
    await money.deliverAll();
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    expect(await account('refunds')).toBe(15_000);
    money.fake.books.closeDispute(id, 'lost');
    await money.deliverAll();
    await money.work();
    expect(await account('refunds')).toBe(7500);
    expect(money.fake.books.chargeOf(intent).amount_refunded).toBe(0);
    money.fake.books.closeDispute(others, 'won');
    await money.deliverAll();
    await money.work();
    expect(await account('refunds')).toBe(0);
  });

  it('that is lost pays also a part that was owed', async () => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    const id = money.fake.books.dispute(intent) ?? '';
    await money.deliverAll();
    await split(deal, { released_cents: 6000, refunded_cents: 4000 });
    await money.work();
    expect(await account('refunds')).toBe(4000);
    money.fake.books.closeDispute(id, 'lost');
    await money.deliverAll();
    await money.work();
    expect(await account('refunds')).toBe(0);
    expect(money.fake.books.chargeOf(intent).amount_refunded).toBe(0);
  });

  it('that is lost for less than is owed leaves what it does not pay', async () => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    await split(deal, { released_cents: 6000, refunded_cents: 4000 });
    await refundCase(deal, 3000, 'platform');
    const id = money.fake.books.dispute(intent, 5000) ?? '';
    money.fake.books.closeDispute(id, 'lost');
    await money.deliverAll();
    expect(await account('refunds')).toBe(2000);
    expect(await paidBack(intent)).toBe(2000);
  });

  it('that is lost for a part of what is held leaves the rest of what was paid to go back', async () => {
    const losses = await account('losses');
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    await losePart(intent, 4000);
    expect(await account('held', deal.milestones[0]?.id)).toBe(10_000);
    await moderate(money, deal, 'close-for-customer');
    expect(await account('refunds')).toBe(3500);
    expect(await paidBack(intent)).toBe(3500);
    // Nothing of it is anybody's loss any more, and what is told is what was sent.
    expect(await account('losses')).toBe(losses);
    const { receipts, ...sums } = ok(
      await deal.customer.call<TicketMoney>('GET', `/api/tickets/${deal.ticketId}/money`),
    );
    expect(sums).toMatchObject({ held_cents: 0, released_cents: 0, refunded_cents: 7500 });
    expect(receipts.find(({ kind }) => kind === 'refund')).toMatchObject({ amount_cents: 3500 });
  });

  it('that is lost for all of it in parts ends the hold, and leaves nothing to go back', async () => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    for (const cents of [4000, 3500]) await losePart(intent, cents);
    expect(await account('held', deal.milestones[0]?.id)).toBe(0);
    await moderate(money, deal, 'close-for-customer');
    expect(await account('refunds')).toBe(0);
    expect(await paidBack(intent)).toBe(0);
  });

  it('keeps a refund from being asked for until it is decided', async () => {
    const { fake } = money;
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    const id = fake.books.dispute(intent) ?? '';
    await money.deliverAll();
    await moderate(money, deal, 'close-for-customer');
    let asked = 0;
    fake.fault = ({ method, path }) => {
      if (method === 'POST' && path.endsWith('/refunds')) asked += 1;
      return null;
    };
    for (let run = 0; run < 3; run++) await money.work();
    expect(asked).toBe(0);
    // That may last for months: money that could not be moved has an alarm of its own.
    expect((await money.world.app.inject('/metrics')).body).toMatch(
      /unblock_provider_call_age_seconds 0\n/,
    );
    fake.books.closeDispute(id, 'won');
    await money.deliverAll();
    expect(await paidBack(intent)).toBe(7500);
    fake.fault = () => null;
    expect(asked).toBe(1);
  });

  it('that is lost for a part of a refund on its way shortens it', async () => {
    const losses = await account('losses');
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    const id = money.fake.books.dispute(intent, 4000) ?? '';
    await money.deliverAll();
    await moderate(money, deal, 'close-for-customer');
    // The provider refuses it while the payment is disputed.
    await money.work();
    money.fake.books.closeDispute(id, 'lost');
    await money.deliverAll();
    expect(await account('refunds')).toBe(3500);
    expect(await paidBack(intent)).toBe(3500);
    expect(await account('losses')).toBe(losses);
  });

  it.each([
    ['was asked for', { keyed_at: new Date() }],
    ['may have been made', { unclear: true }],
  ])('that is lost for a part of a refund that %s leaves it as it is', async (_, asked) => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    await moderate(money, deal, 'close-for-customer');
    await money.world.context.db
      .updateTable('provider_calls')
      .set(asked)
      .where('key', '=', `refund:settle:${deal.milestones[0]?.billing_record_id}`)
      .execute();
    await losePart(intent, 4000);
    expect(await account('refunds')).toBe(7500);
    expect(await paidBack(intent)).toBe(7500);
  });

  it('that is lost for a part of what is held pays a part of a split, and the rest of it is decided', async () => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    const id = await losePart(intent, 4000);
    await split(deal, { released_cents: 9000, refunded_cents: 1000 });
    expect(await paidBack(intent)).toBe(0);
    expect(await earnings(deal)).toMatchObject({ available_cents: 0, frozen_cents: 8100 });
    await decide(id, 'developer');
    // 3000 of the 4000 were not owed.
    expect(await earnings(deal)).toMatchObject({ available_cents: 8100 - 2700, frozen_cents: 0 });
    await refundCase(deal, 3500, 'platform');
    expect(await paidBack(intent)).toBe(3500);
  });

  it('that is lost for what a split gives back anyway takes nothing from the developer', async () => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    const id = await losePart(intent, 4000);
    await split(deal, { released_cents: 6000, refunded_cents: 4000 });
    expect(await paidBack(intent)).toBe(0);
    // Nothing is left to bear.
    await expect(decide(id, 'developer')).rejects.toMatchObject({ code: 'no_lost_dispute' });
    expect(await earnings(deal)).toMatchObject({ available_cents: 5400, frozen_cents: 0 });
  });

  it.each(['before', 'after'] as const)(
    'that is lost, and more to go back than is left of the payment, planned %s it, is found',
    async (planned) => {
      const deal = await makeDeal(money);
      const intent = await funded(deal);
      if (planned === 'before') await moderate(money, deal, 'close-for-customer');
      await losePart(intent, 4000);
      if (planned === 'after') await moderate(money, deal, 'close-for-customer');
      const { id } = await checkoutOf(deal);
      const setRefund = (amount_cents: number) =>
        money.world.context.db
          .updateTable('provider_calls')
          .set({ amount_cents })
          .where('checkout_id', '=', id)
          .where('kind', '=', 'refund')
          .execute();
      await setRefund(3501);
      const what = 'more goes back to a customer than their bank has left of the payment';
      expect(await brokenInvariants(money.world.context.db)).toContain(`${what}: ${id}`);
      await setRefund(3500);
      expect(await brokenInvariants(money.world.context.db)).toEqual([]);
    },
  );

  it('that is lost leaves a refund alone that has arrived', async () => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    await split(deal, { released_cents: 9000, refunded_cents: 1000 });
    await money.work();
    const losses = await account('losses');
    money.fake.books.closeDispute(money.fake.books.dispute(intent) ?? '', 'lost');
    await money.deliverAll();
    expect((await account('losses')) - losses).toBe(-6500);
    expect(await account('refunds')).toBe(0);
  });

  it('that is lost pays a refund that the bank had sent back, whole or a part of it', async () => {
    const deal = await makeDeal(money);
    const intent = await funded(deal);
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    const refund = money.fake.books.refunds.find(({ payment_intent }) => payment_intent === intent);
    money.fake.books.failRefund(refund?.id ?? '');
    await money.deliverAll();
    expect(await account('refunds')).toBe(7500);
    const { db } = money.world.context;
    const owed = async () => {
      const { findings } = await ledgerState(db);
      return findings.map(({ detail }) => detail.split(' ')[0]);
    };
    expect(await owed()).toEqual(['$75.00']);
    await losePart(intent, 4000);
    expect(await account('refunds')).toBe(3500);
    expect(await owed()).toEqual(['$35.00']);
    await losePart(intent, 3500);
    expect(await account('refunds')).toBe(0);
    expect(await owed()).toEqual([]);
    // Nobody pays it a second time.
    const key = `refund:settle:${deal.milestones[0]?.billing_record_id}`;
    await change(money.world.context, (each) => bookPaidElsewhere(each, key));
    expect(await account('refunds')).toBe(0);
  });

  it.each<[BorneBy, number, number]>([
    ['developer', 2250, -0],
    ['platform', 9000, -6750],
  ])(
    'that is lost after the release is borne by the %s once a moderator says so',
    async (borne_by, available_cents, lost) => {
      const deal = await released();
      const losses = await account('losses');
      const id = money.fake.books.dispute(deal.intent) ?? '';
      money.fake.books.closeDispute(id, 'lost');
      await money.deliverAll();
      await money.work();
      expect(await earnings(deal)).toMatchObject({ available_cents: 0, frozen_cents: 9000 });
      // Another provider may have one of this name.
      await expect(decide(id, borne_by, 'sandbox')).rejects.toMatchObject({
        code: 'no_lost_dispute',
      });
      await decide(id, borne_by);
      await expect(decide(id, borne_by)).rejects.toMatchObject({ code: 'no_lost_dispute' });
      await money.work();
      expect(await earnings(deal)).toMatchObject({ available_cents, frozen_cents: 0 });
      expect((await account('losses')) - losses).toBe(lost + 0);
    },
  );

  it('ends the same in whatever order its events come, also before the payment’s own', async () => {
    const deal = await makeDeal(money);
    const { books } = money.fake;
    const page = await openPage(deal);
    const disputed = await account('disputes');
    const from = books.events.length;
    books.pay(page);
    const intent = books.sessions.get(page)?.payment_intent ?? '';
    books.closeDispute(books.dispute(intent) ?? '', 'won');
    for (const event of books.events.slice(from).reverse())
      expect(await money.deliver(event)).toBe(200);
    expect(await account('held', deal.milestones[0]?.id)).toBe(10_000);
    expect(await account('disputes')).toBe(disputed);
  });

  it('that is lost before the payment itself is heard of takes what was held', async () => {
    const deal = await makeDeal(money);
    const { books } = money.fake;
    const page = await openPage(deal);
    const from = books.events.length;
    books.pay(page);
    const intent = books.sessions.get(page)?.payment_intent ?? '';
    books.closeDispute(books.dispute(intent) ?? '', 'lost');
    for (const event of books.events.slice(from).reverse())
      expect(await money.deliver(event)).toBe(200);
    expect(await account('held', deal.milestones[0]?.id)).toBe(0);
    const path = `/api/billing-records/${deal.milestones[0]?.billing_record_id}`;
    expect(ok(await deal.customer.call('GET', path))).toMatchObject({ status: 'refunded' });
  });

  it('is told once more where the provider did not say what it is about', async () => {
    const deal = await released();
    money.fake.books.dispute(deal.intent);
    const event = money.fake.books.events.at(-1);
    if (!event) throw new Error('nothing is disputed');
    money.fake.fault = () => 'dropped before';
    expect(await money.deliver(event)).toBe(503);
    money.fake.fault = () => null;
    expect(await money.deliver(event)).toBe(200);
    expect(await earnings(deal)).toMatchObject({ available_cents: 0, frozen_cents: 9000 });
  });

  it('that is lost after all was given back freezes nothing', async () => {
    const deal = await makeDeal(money, [{}, {}]);
    await onboard(money, deal.developer);
    await funded(deal);
    const page = await fund(money, deal, 1);
    for (const index of [0, 1]) await finish(deal, index);
    await money.work();
    await refundCase(deal, 10_000, 'platform', 1);
    await money.work();
    const payment_intent = money.fake.books.sessions.get(page)?.payment_intent ?? '';
    const lost = newDispute({ payment_intent, amount: 10_000, status: 'lost' });
    expect(await money.deliver(newEvent('charge.dispute.closed', lost))).toBe(200);
    expect(await earnings(deal)).toMatchObject({ available_cents: 18_000, frozen_cents: 0 });
  });

  it('is taken without asking for a payment that is known, or for a page that is not', async () => {
    const { books } = money.fake;
    const known = await makeDeal(money);
    books.dispute(await funded(known));
    const unknown = await makeDeal(money);
    const page = await openPage(unknown);
    books.pay(page);
    const { id } = await checkoutOf(unknown);
    await money.world.context.db
      .updateTable('checkouts')
      .set({ provider_reference: null })
      .where('id', '=', id)
      .execute();
    books.dispute(books.sessions.get(page)?.payment_intent ?? '');
    const disputes = books.events.filter(({ type }) => type === 'charge.dispute.created');
    money.fake.fault = ({ path }) => (path.includes('/checkout/') ? 'dropped before' : null);
    for (const event of disputes.slice(-2)) expect(await money.deliver(event)).toBe(200);
    money.fake.fault = () => null;
    await money.deliverAll();
    expect(await account('held', unknown.milestones[0]?.id)).toBe(10_000);
  });

  it('ends as its own provider says, where another has one of the same name', async () => {
    const { db } = money.world.context;
    const deal = await makeDeal(money);
    const reference = money.fake.books.dispute(await funded(deal)) ?? '';
    const { id: checkout_id } = await checkoutOf(deal);
    const billing_record_id = deal.milestones[0]?.billing_record_id ?? '';
    const about = { reference, checkout_id, billing_record_id, amount_cents: 7500 };
    const over = { state: 'won' as const, closed_at: new Date() };
    await db
      .insertInto('disputes')
      .values({ ...about, ...over, provider: 'sandbox' })
      .execute();
    money.fake.books.closeDispute(reference, 'lost');
    await money.deliverAll();
    const states = await db
      .selectFrom('disputes')
      .select(['provider', 'state'])
      .where('reference', '=', reference)
      .orderBy('provider')
      .execute();
    expect(states).toEqual([
      { provider: 'sandbox', state: 'won' },
      { provider: 'stripe', state: 'lost' },
    ]);
  });
});

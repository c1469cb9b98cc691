import { describe, expect, it } from 'vitest';
import type { BillingRecord, TicketMoney } from '#domain/billing.ts';
import { allMoneyLeft, moneyLeft } from '../ledger/money-left.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { deliver, grab, ok } from '../testing/deeds.ts';
import {
  type Deal,
  finish,
  fund,
  makeDeal,
  moderate,
  openPage,
} from '../testing/payments/money-world.ts';
import { look, lookedAtDeal } from '../testing/payments/reviewed-deal.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import type { Person } from '../testing/world.ts';
import { refundReleased } from './cases.ts';
import { splitHeld } from './move-money.ts';

const money = useMoneyWorld();

const moneyOf = async (who: Person, { ticketId }: Deal) =>
  ok(await who.call<TicketMoney>('GET', `/api/tickets/${ticketId}/money`));
const sums = ({ held_cents, released_cents, refunded_cents }: TicketMoney) => [
  held_cents,
  released_cents,
  refunded_cents,
];
const receiptOf = async ({ customer, milestones }: Deal) =>
  ok(
    await customer.call<BillingRecord>(
      'GET',
      `/api/billing-records/${milestones[0]?.billing_record_id}`,
    ),
  );

describe('the money of a request', () => {
  it('is what the customer paid, and the share that the developer gets of it', async () => {
    const deal = await makeDeal(money, [{}, { hours: 1 }]);
    expect(sums(await moneyOf(deal.customer, deal))).toEqual([0, 0, 0]);
    await fund(money, deal);
    await fund(money, deal, 1);
    expect(sums(await moneyOf(deal.customer, deal))).toEqual([12_500, 0, 0]);
    expect(sums(await moneyOf(deal.developer, deal))).toEqual([13_500, 0, 0]);
    await finish(deal);
    expect(sums(await moneyOf(deal.customer, deal))).toEqual([5000, 7500, 0]);
    expect(sums(await moneyOf(deal.developer, deal))).toEqual([4500, 9000, 0]);
  });

  it('is told apart after a split, and after a refund of what was released', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await change(money.world.context, async (each) => {
      const locked = await lockTicket(each.tx, deal.ticketId);
      const [milestone] = locked.milestones;
      const parts = { released_cents: 6000, refunded_cents: 4000 };
      if (milestone) await splitHeld(each, locked, milestone, parts);
    });
    expect(sums(await moneyOf(deal.customer, deal))).toEqual([0, 3500, 4000]);
    expect(sums(await moneyOf(deal.developer, deal))).toEqual([0, 5400, 4000]);
    await change(money.world.context, async (each) => {
      await lockTicket(each.tx, deal.ticketId);
      const case_ = { cents: 1000, borne_by: 'developer' as const };
      await refundReleased(each, deal.milestones[0]?.billing_record_id ?? '', case_);
    });
    expect(sums(await moneyOf(deal.customer, deal))).toEqual([0, 2500, 5000]);
    expect(sums(await moneyOf(deal.developer, deal))).toEqual([0, 4500, 5000]);
  });

  it('is that of all of its work for moderators, who see what can still go back', async () => {
    const deal = await makeDeal(money, [{}, { hours: 1 }, { hours: 1 }]);
    for (const index of [0, 1, 2]) await fund(money, deal, index);
    await finish(deal);
    await finish(deal, 1);
    const { all } = await change(money.world.context, async ({ tx }) => ({
      all: allMoneyLeft(await moneyLeft(tx, deal.ticketId)),
    }));
    expect(all).toEqual({ held_cents: 5000, released_cents: 12_500, disputed: false });
  });

  it('goes to the developer for what is in review, and back to the customer for the rest', async () => {
    const deal = await makeDeal(money, [{}, { hours: 1 }]);
    await fund(money, deal);
    await fund(money, deal, 1);
    await deliver(deal.developer, deal.milestones[0]?.id ?? '');
    await moderate(money, deal, 'close-for-developer');
    expect(sums(await moneyOf(deal.customer, deal))).toEqual([0, 7500, 5000]);
  });

  it('keeps the receipts of work that has left the plan', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    const { receipt_number } = await receiptOf(deal);
    await moderate(money, deal, 'reopen');
    const { receipts, ...rest } = await moneyOf(deal.customer, deal);
    expect(rest).toEqual({
      held_cents: 0,
      released_cents: 0,
      refunded_cents: 7500,
      invoices: [],
    });
    expect(receipts).toMatchObject([
      { receipt_number, kind: 'payment', amount_cents: 7500, milestone_title: 'Fix the login' },
      { kind: 'refund', amount_cents: 7500 },
    ]);
    expect(await receiptOf(deal)).toMatchObject({
      receipt_number,
      status: 'refunded',
      milestone_id: null,
      milestone_title: 'Fix the login',
      estimated_minutes: 120,
      hourly_rate_cents: 5000,
      charge_cents: 7500,
      refunds: [{ kind: 'refund', amount_cents: 7500 }],
    });
  });

  it('does not count a payment that went back as it came', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    await moderate(money, deal, 'close-for-customer');
    money.fake.books.pay(page);
    await money.deliverAll();
    const { receipts, ...rest } = await moneyOf(deal.customer, deal);
    expect(rest).toEqual({ held_cents: 0, released_cents: 0, refunded_cents: 0, invoices: [] });
    expect(receipts).toMatchObject([{ kind: 'return', amount_cents: 7500 }]);
    expect(await receiptOf(deal)).toMatchObject({
      receipt_number: null,
      refunds: [{ kind: 'return', amount_cents: 7500 }],
    });
  });

  it('shows the developer no receipt of the customer', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    expect(await moneyOf(deal.developer, deal)).toMatchObject({ receipts: [], invoices: [] });
  });
});

describe('a payment that is refused while the next unblocker plans', () => {
  it('leaves the request with the day on which it goes back without a plan', async () => {
    const deal = await lookedAtDeal(money);
    const path = `/api/tickets/${deal.ticketId}/give-back`;
    ok(await deal.developer.call('POST', path, { note: 'Half of it works.' }));
    await grab(await money.world.person('developer'), deal.ticketId);
    const deadlines = () =>
      money.world.context.db
        .selectFrom('deadlines')
        .select(['action', 'due_at'])
        .where('ticket_id', '=', deal.ticketId)
        .where('done_at', 'is', null)
        .where('action', '=', 'return-unplanned')
        .execute();
    const before = await deadlines();
    expect(before).toHaveLength(1);
    ok(await look(await money.world.person('moderator'), deal, 'refuse'));
    expect(await deadlines()).toEqual(before);
  });
});

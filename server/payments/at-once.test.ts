import { afterEach, describe, expect, it } from 'vitest';
import type { BillingRecord } from '#domain/billing.ts';
import type { Tx } from '../database/database.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { agreeOnPlan, grab, ok, postRequest } from '../testing/deeds.ts';
import { type Deal, makeDeal, openPage } from '../testing/payments/money-world.ts';
import { together } from '../testing/payments/together.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';

// Things that come at the same moment. A lock is held until all of them wait, so that they meet.

const money = useMoneyWorld();
afterEach(async () => {
  await money.work();
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
});

const statusOf = async ({ customer, milestones }: Deal) => {
  const path = `/api/billing-records/${milestones[0]?.billing_record_id}`;
  return ok(await customer.call<BillingRecord>('GET', path));
};

describe('one payment of which several events tell at once', () => {
  it('is held, and nothing of it goes back', async () => {
    const deal = await makeDeal(money);
    money.fake.books.pay(await openPage(deal));
    const event = money.fake.books.events.at(-1);
    if (!event) throw new Error('nothing was paid');
    const answers = await together(
      money.world,
      (tx) =>
        tx.selectFrom('tickets').select('id').where('id', '=', deal.ticketId).forUpdate().execute(),
      ['a', 'b', 'c'].map((each) => () => money.deliver({ ...event, id: `${event.id}_${each}` })),
    );
    expect(answers).toEqual([200, 200, 200]);
    expect(await statusOf(deal)).toMatchObject({ status: 'held', refunds: [] });
    expect(await balance(money.world.context.db, 'held', deal.milestones[0]?.id)).toBe(10_000);
  });
});

describe('one payment to another program of which several events tell at once', () => {
  it('is held once, and each event is taken', async () => {
    const { app, context } = money.world;
    const ask = async (path: string, payload?: object) => {
      const headers = { authorization: `key ${context.config.serviceApiKey}` };
      const url = `/billing/api/tickets${path}`;
      return (await app.inject({ method: 'POST', url, headers, payload: payload ?? {} })).json();
    };
    const who = { customer_name: 'Ada Vale', customer_email: 'ada@example.com' };
    const { ticket } = await ask('', { ...who, price: 20, description: 'An hour of advice' });
    const { checkoutUrl } = await ask(`/${ticket.ticket_id}/checkout`);
    const page = checkoutUrl.split('/').at(-1);
    money.fake.books.pay(page);
    const event = money.fake.books.events.at(-1);
    if (!event) throw new Error('nothing was paid');
    const { billing_record_id } = await context.db
      .selectFrom('checkouts')
      .select('billing_record_id')
      .where('provider_reference', '=', page)
      .executeTakeFirstOrThrow();
    const record = (tx: Tx) =>
      tx.selectFrom('billing_records').select('id').where('id', '=', billing_record_id);
    const answers = await together(
      money.world,
      (tx) => record(tx).forUpdate().execute(),
      ['a', 'b'].map((each) => () => money.deliver({ ...event, id: `${event.id}_${each}` })),
    );
    expect(answers).toEqual([200, 200]);
  });
});

describe('two milestones of a new customer', () => {
  const toldToLook = (cause: unknown) => expect(String(cause)).toContain('money_changed');

  it('whose pages are opened at once have one first-hour price between them', async () => {
    const first = await makeDeal(money);
    const { customer, developer } = first;
    const { id: ticketId } = await postRequest(customer);
    await grab(developer, ticketId);
    const milestones = await agreeOnPlan({ customer, developer }, ticketId);
    const deals = [first, { customer, developer, ticketId, milestones }];
    const { db } = money.world.context;
    await db
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('customer_id', '=', customer.id)
      .execute();
    await together(
      money.world,
      (tx) =>
        tx.selectFrom('profiles').select('id').where('id', '=', customer.id).forUpdate().execute(),
      // Whose page the other has closed is told to look again.
      deals.map((deal) => () => openPage(deal).catch(toldToLook)),
    );
    const open = await db
      .selectFrom('checkouts')
      .select(['discount_cents'])
      .where('customer_id', '=', customer.id)
      .where('status', '=', 'open')
      .execute();
    expect(open).toEqual([{ discount_cents: 2500 }]);
  });

  it('that are paid at once, each at that price, are one that is held and one that goes back', async () => {
    const first = await makeDeal(money);
    const { customer, developer } = first;
    const { id: ticketId } = await postRequest(customer);
    await grab(developer, ticketId);
    const milestones = await agreeOnPlan({ customer, developer }, ticketId);
    const deals: Deal[] = [first, { customer, developer, ticketId, milestones }];
    const pages = [await openPage(first), await openPage(deals[1] as Deal)];
    // As if both had been opened at this price.
    await money.world.context.db
      .updateTable('checkouts')
      .set({ status: 'open' })
      .where('customer_id', '=', customer.id)
      .execute();
    for (const session of pages.map((page) => money.fake.books.sessions.get(page)))
      if (session) session.status = 'open';
    const events = pages.map((page) => {
      money.fake.books.pay(page);
      return money.fake.books.events.at(-1);
    });
    const answers = await together(
      money.world,
      (tx) =>
        tx.selectFrom('profiles').select('id').where('id', '=', customer.id).forUpdate().execute(),
      events.flatMap((event) => (event ? [() => money.deliver(event)] : [])),
    );
    expect(answers).toEqual([200, 200]);
    const records = await Promise.all(deals.map(statusOf));
    expect(records.map(({ status }) => status).sort()).toEqual(['held', 'unpaid']);
    expect(records.map(({ returned_for }) => returned_for).sort()).toEqual(['address_used', null]);
  });
});

describe('one card with which two new customers pay at once', () => {
  it('gives one of them the first-hour price, and both events are taken', async () => {
    const deals = [await makeDeal(money), await makeDeal(money)];
    money.fake.books.card = 'fp_of_both';
    const pages = [];
    for (const deal of deals) pages.push(await openPage(deal));
    const events = pages.flatMap((page) => {
      money.fake.books.pay(page);
      return money.fake.books.events.at(-1) ?? [];
    });
    money.fake.books.card = null;
    const ids = deals.map(({ ticketId }) => ticketId);
    const answers = await together(
      money.world,
      (tx) => tx.selectFrom('tickets').select('id').where('id', 'in', ids).forUpdate().execute(),
      events.map((event) => () => money.deliver(event)),
    );
    expect(answers).toEqual([200, 200]);
    const records = await Promise.all(deals.map(statusOf));
    expect(records.map(({ status }) => status).sort()).toEqual(['held', 'unpaid']);
  });
});

describe('a page to pay on', () => {
  it.each([
    ['22:59 hours old is shown again', 23 * 60 - 1, true],
    ['23:01 hours old is not, as it could run out while it is paid', 23 * 60 + 1, false],
  ])('%s', async (_name, minutes, same) => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    await money.world.context.db
      .updateTable('checkouts')
      .set({ created_at: new Date(Date.now() - minutes * 60_000) })
      .where('provider_reference', '=', page)
      .execute();
    expect((await openPage(deal)) === page).toBe(same);
  });
});

import { expect } from 'vitest';
import { ok } from '../deeds.ts';
import {
  type Deal,
  finish,
  fund,
  type MoneyWorld,
  makeDeal,
  onboard,
  openPage,
} from './money-world.ts';

/** In no mail and no sum of anybody else. */
const WORK = { title: 'The work of somebody else', hours: 3 };

/** People whom no test is about, with money in most of the states that it can be in. */
export interface Bystanders {
  /** @throws where anything of theirs is not as it was */
  expectUntouched: () => Promise<void>;
}

/**
 * Adds them. What forgets to say whose money it means takes theirs along: sums of others are then
 * wrong, or something of theirs has changed at the end.
 */
export async function addBystanders(money: MoneyWorld): Promise<Bystanders> {
  // What waits for a payment or an account comes last: nobody else's may be what it waits for.
  const back = await refunded(money);
  const deals = [back, await disputed(money), ...(await paidOutAndHeld(money))];
  ok(await back.developer.call('POST', '/api/earnings/account'));
  const people = deals.flatMap(({ customer, developer }) => [customer.id, developer.id]);
  const before = await everythingOf(money, people);
  return {
    expectUntouched: async () => expect(await everythingOf(money, people)).toEqual(before),
  };
}

/** One developer's money that is paid out, held, to be paid on a page, and awaited for begun work. */
async function paidOutAndHeld(money: MoneyWorld): Promise<Deal[]> {
  const paidOut = await makeDeal(money, [WORK, WORK]);
  await onboard(money, paidOut.developer);
  const held = await makeDeal(money, [WORK, WORK], paidOut.developer);
  for (const deal of [held, paidOut]) await fund(money, deal);
  await openPage(held, 1);
  await finish(paidOut);
  await money.work();
  ok(await paidOut.developer.call('POST', '/api/earnings/payouts', { amount_cents: 5000 }));
  await money.work();
  await money.deliverAll();
  return [paidOut, held];
}

async function refunded(money: MoneyWorld): Promise<Deal> {
  const deal = await makeDeal(money, [WORK]);
  await fund(money, deal);
  await cancel(deal);
  await money.work();
  await money.deliverAll();
  return deal;
}

/** What was released is frozen, and what was sent has come back. */
async function disputed(money: MoneyWorld): Promise<Deal> {
  const deal = await makeDeal(money, [WORK]);
  await onboard(money, deal.developer);
  const page = await fund(money, deal);
  await finish(deal);
  await money.work();
  money.fake.books.dispute(money.fake.books.sessions.get(page)?.payment_intent ?? '');
  await money.deliverAll();
  await money.work();
  return deal;
}

/** Both sides agree that all comes back. */
async function cancel({ customer, developer, ticketId }: Deal): Promise<void> {
  const path = `/api/tickets/${ticketId}`;
  ok(await customer.call('POST', `${path}/ask-to-cancel`, { reason: 'It is gone by itself.' }));
  ok(await developer.call('POST', `${path}/agree-to-cancel`));
}

const TICKETS = 'select id from tickets where customer_id = any ($1)';
const RECORDS = `select id from billing_records where ticket_id in (${TICKETS})`;
const CHECKOUTS = `select id from checkouts where billing_record_id in (${RECORDS})`;
const WHOSE: Record<string, string> = {
  tickets: 'customer_id = any ($1)',
  milestones: `ticket_id in (${TICKETS})`,
  billing_records: `ticket_id in (${TICKETS})`,
  checkouts: `billing_record_id in (${RECORDS})`,
  provider_calls: `developer_id = any ($1) or checkout_id in (${CHECKOUTS})`,
  payouts: 'developer_id = any ($1)',
  payout_accounts: 'developer_id = any ($1)',
  disputes: `billing_record_id in (${RECORDS})`,
  receipts: `billing_record_id in (${RECORDS})`,
  ledger_lines: 'owner_id = any ($1)',
  notifications: 'person_id = any ($1)',
};

/** All rows of theirs about money, by table. */
async function everythingOf({ world }: MoneyWorld, people: readonly string[]) {
  const all: Record<string, unknown> = {};
  for (const [table, whose] of Object.entries(WHOSE)) {
    const { rows } = await world.context.pool.query(
      // The provider is asked from time to time.
      `select to_jsonb(t) - 'asked_at' as row from ${table} t where ${whose} order by 1`,
      [people],
    );
    all[table] = rows;
  }
  return all;
}

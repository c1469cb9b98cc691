import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Earnings } from '#domain/earnings.ts';
import type { BorneBy } from '#domain/ledger.ts';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { startJobs } from '../start/runner.ts';
import { ok } from '../testing/deeds.ts';
import { PATIENCE } from '../testing/patience.ts';
import {
  type Deal,
  finish,
  fund,
  fundInSandbox,
  type MoneyWorld,
  makeDeal,
  onboard,
  openMoneyWorld,
} from '../testing/payments/money-world.ts';
import { openWorld, type World } from '../testing/world.ts';
import { planCall } from './calls.ts';
import { refundReleased } from './cases.ts';

let money: MoneyWorld;
let sandbox: World;
beforeAll(async () => {
  money = await openMoneyWorld();
  sandbox = await openWorld();
});
afterAll(async () => {
  await money.close();
  await sandbox.close();
});

it('opens one account for a developer who asks several times at once, and answers each time', async () => {
  const developer = await money.world.person('developer');
  money.fake.fault = () => 'slow';
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      developer.call<{ onboarding_url: string }>('POST', '/api/earnings/account'),
    ),
  );
  money.fake.fault = () => null;
  expect(new Set(answers.map((answer) => ok(answer).onboarding_url)).size).toBe(1);
  expect(money.fake.books.accounts.size).toBe(1);
});

it('sends a developer several releases at once without one job being in the way of another', async () => {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const developer = await sandbox.person('developer');
  // No more than first hours that nobody looks at.
  for (let deals = 0; deals < 3; deals++) {
    const deal = await makeDeal({ world: sandbox }, [{}], developer);
    await fundInSandbox(sandbox, deal);
    await finish(deal);
  }
  // Another server has just begun to open the developer's account.
  await change(sandbox.context, (each) =>
    planCall(each, {
      key: `account:${developer.id}`,
      provider: 'sandbox',
      developer_id: developer.id,
      request: { kind: 'account', developer: { id: developer.id } },
    }),
  );
  await sandbox.context.db
    .updateTable('provider_calls')
    .set({ leased_until: new Date(Date.now() + 1000) })
    .where('kind', '=', 'account')
    .execute();
  const jobs = await startJobs({ ...sandbox.context, log });
  await untilSent(developer.id, 3);
  await jobs.stop();
  expect(errors.filter((line) => line.includes('settle'))).toEqual([]);
});

/** The transfers of a milestone, oldest first: what was sent, and whether out of its own payment. */
async function transfersOf({ milestones }: Deal, index = 0) {
  const rows = await money.world.context.db
    .selectFrom('provider_calls')
    .select(['request', 'amount_cents'])
    .where('billing_record_id', '=', milestones[index]?.billing_record_id ?? '')
    .where('kind', '=', 'transfer')
    .orderBy('created_at')
    .execute();
  return rows.map(({ request, amount_cents }) => [
    Number(amount_cents),
    'payment_reference' in request && request.payment_reference !== null,
  ]);
}

const refundCase = ({ ticketId, milestones }: Deal, cents: number, bears: BorneBy, index = 0) =>
  change(money.world.context, async (each) => {
    await lockTicket(each.tx, ticketId);
    const id = milestones[index]?.billing_record_id ?? '';
    await refundReleased(each, id, { cents, borne_by: bears });
  });

it.each([
  [1000, true],
  [1001, false],
])(
  'takes a share out of its payment while as much is left of it: without %i cents',
  async (cents, isOut) => {
    const deal = await makeDeal(money, [{}, {}]);
    for (const index of [0, 1]) await fund(money, deal, index);
    for (const index of [0, 1]) await finish(deal, index);
    await refundCase(deal, cents, 'platform', 1);
    await refundCase(deal, 2000, 'platform');
    await onboard(money, deal.developer);
    await money.work();
    // The first was $75 for the customer, and $20 of it went back.
    expect(await transfersOf(deal)).toEqual([[9000, false]]);
    expect(await transfersOf(deal, 1)).toEqual([[9000, isOut]]);
  },
);

/** What a developer earned after a payout that they owed some of: the first in two transfers. */
async function afterDebt(): Promise<{ next: Deal; last: Deal; intent: string }> {
  const deal = await makeDeal(money);
  await onboard(money, deal.developer);
  await fund(money, deal);
  await finish(deal);
  await money.work();
  ok(await deal.developer.call('POST', '/api/earnings/payouts'));
  await money.work();
  await refundCase(deal, 4000, 'developer');
  await money.work();
  const [next, last] = [
    await makeDeal(money, [{}], deal.developer),
    await makeDeal(money, [{}], deal.developer),
  ];
  const pages: string[] = [];
  for (const each of [next, last]) {
    pages.push(await fund(money, each));
    await finish(each);
    await money.work();
  }
  const intent = money.fake.books.sessions.get(pages[0] ?? '')?.payment_intent ?? '';
  return { next, last, intent };
}

it('takes what a debt has held up out of what its payment has left', async () => {
  const { next, last } = await afterDebt();
  expect(await transfersOf(next)).toEqual([
    [5400, true],
    [3600, false],
  ]);
  expect(await transfersOf(last)).toEqual([[5400, true]]);
});

it('takes back at once what was sent in two parts, of which some has come back before', async () => {
  const { last, intent } = await afterDebt();
  const sent = () => balance(money.world.context.db, 'connected', last.developer.id);
  expect(await sent()).toBe(-14_400);
  await refundCase(last, 7000, 'developer');
  await money.work();
  expect(await sent()).toBe(-8100);
  money.fake.books.dispute(intent);
  await money.deliverAll();
  await money.work();
  expect(await sent()).toBe(0);
});

/** Until no job of this kind waits, and all was sent. */
async function untilSent(developerId: string, transfers: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ sent: number; waiting: number }>`select
        (select count(*)::int from provider_calls
          where developer_id = ${developerId} and kind = 'transfer' and state = 'done') as sent,
        (select count(*)::int from graphile_worker.jobs where task_identifier = 'settle') as waiting`.execute(
      sandbox.context.db,
    );
    expect(rows).toEqual([{ sent: transfers, waiting: 0 }]);
  }, PATIENCE);
}

it('asks for no payout of money that a dispute keeps from the developer’s account, until it is there', async () => {
  const { fake, world } = money;
  const deal = await makeDeal(money);
  await onboard(money, deal.developer);
  const page = await fund(money, deal);
  await finish(deal);
  ok(await deal.developer.call('POST', '/api/earnings/payouts', {}));
  const dispute = fake.books.dispute(fake.books.sessions.get(page)?.payment_intent ?? '') ?? '';
  await money.deliverAll();
  let asked = 0;
  fake.fault = ({ method, path }) => {
    if (method === 'POST' && path.endsWith('/payouts')) asked += 1;
    return null;
  };
  const payout = async () =>
    world.context.db
      .selectFrom('payouts')
      .select('status')
      .where('developer_id', '=', deal.developer.id)
      .execute();
  const earnings = async () => ok(await deal.developer.call<Earnings>('GET', '/api/earnings'));
  for (let run = 0; run < 3; run++) await money.work();
  expect(asked).toBe(0);
  expect(await payout()).toEqual([{ status: 'pending' }]);
  // It is what is disputed, and not on its way.
  const items = (payout_status: string) => [{ kind: 'payout', payout_status }, { kind: 'release' }];
  expect(await earnings()).toMatchObject({
    frozen_cents: 9000,
    paid_out_cents: 0,
    months: [{ paid_out_cents: 0 }],
    items: items('kept'),
  });
  fake.books.closeDispute(dispute, 'won');
  await money.deliverAll();
  await money.work();
  fake.fault = () => null;
  expect(asked).toBe(1);
  expect(await payout()).toEqual([{ status: 'paid' }]);
  expect(await earnings()).toMatchObject({
    frozen_cents: 0,
    paid_out_cents: 9000,
    months: [{ paid_out_cents: 9000 }],
    items: items('paid'),
  });
});

/** A deal of $90 for the developer, with the name of its payment; the money is available. */
async function earned(developer?: Deal['developer']) {
  const deal = await makeDeal(money, [{}], developer);
  if (!developer) await onboard(money, deal.developer);
  const page = await fund(money, deal);
  await finish(deal);
  return { deal, payment: money.fake.books.sessions.get(page)?.payment_intent ?? '' };
}

it('counts nothing as paid out of a payout of which a dispute keeps a part back', async () => {
  const { developer } = (await earned()).deal;
  await earned(developer);
  const { payment } = await earned(developer);
  ok(await developer.call('POST', '/api/earnings/payouts', {}));
  money.fake.books.dispute(payment);
  await money.deliverAll();
  await money.work();
  expect(ok(await developer.call<Earnings>('GET', '/api/earnings'))).toMatchObject({
    frozen_cents: 9000,
    paid_out_cents: 0,
    months: [{ paid_out_cents: 0 }],
    items: [{ kind: 'payout', amount_cents: -27_000, payout_status: 'kept' }, {}, {}, {}],
  });
});

it('calls no payout kept that waits only for its account to be ready', async () => {
  const { deal, payment } = await earned();
  const { developer } = deal;
  const payOut = async () => ok(await developer.call('POST', '/api/earnings/payouts', {}));
  await payOut();
  await money.work();
  await earned(developer);
  await payOut();
  const setReady = (ready: boolean) =>
    money.world.context.db
      .updateTable('payout_accounts')
      .set({ ready })
      .where('developer_id', '=', developer.id)
      .execute();
  await setReady(false);
  money.fake.books.dispute(payment);
  await money.deliverAll();
  await money.work();
  const earnings = async () => ok(await developer.call<Earnings>('GET', '/api/earnings'));
  expect(await earnings()).toMatchObject({
    frozen_cents: 9000,
    paid_out_cents: 18_000,
    months: [{ paid_out_cents: 18_000 }],
    items: [{ payout_status: 'pending' }, {}, { payout_status: 'paid' }, {}],
  });
  // It goes as soon as it can.
  await setReady(true);
  await money.work();
  expect((await earnings()).items[0]).toMatchObject({ payout_status: 'paid' });
});

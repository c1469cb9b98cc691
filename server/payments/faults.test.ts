import { afterEach, describe, expect, it } from 'vitest';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { PATIENCE } from '../testing/patience.ts';
import { crash } from '../testing/payments/crash.ts';
import type { Fault } from '../testing/payments/fake-stripe.ts';
import { type Deal, finish, fund, makeDeal, onboard } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { compareWithProvider } from './compare.ts';
import { splitHeld } from './move-money.ts';

// What Stripe and the way to it can do to a call, as its documents say. Whatever that is, the money
// moves once, and the provider and the ledger say the same of it.

const money = useMoneyWorld();
afterEach(async () => {
  money.fake.fault = () => null;
  money.fake.goOn();
  for (let run = 0; run < 3; run++) await money.work();
  const { context } = money.world;
  await context.db.deleteFrom('money_findings').execute();
  expect(await brokenInvariants(context.db)).toEqual([]);
  await compareWithProvider(context);
  expect(await differences()).toEqual([]);
});

async function differences(): Promise<string[]> {
  const rows = await money.world.context.db
    .selectFrom('money_findings')
    .select('detail')
    .where('kind', '=', 'provider_differs')
    .where('resolved_at', 'is', null)
    .execute();
  return rows.map(({ detail }) => detail);
}

/** Of $300, so that the customer's payment covers the transfer in spite of the first-hour price. */
const aDeal = () => makeDeal(money, [{ hours: 6 }]);

/** Money that is about to be moved: by which call, and what was moved so far, in cents. */
interface Due {
  call: RegExp;
  moved: () => number[];
}

const amounts = (moves: Iterable<{ amount: number }>, before: number) =>
  [...moves].slice(before).map(({ amount }) => amount);

/** Funds and divides the last milestone. In parts so small that the provider would move them twice. */
async function fundAndSplit(deal: Deal, refunded_cents: number): Promise<void> {
  await fund(money, deal, deal.milestones.length - 1);
  await change(money.world.context, async (each) => {
    const locked = await lockTicket(each.tx, deal.ticketId);
    const milestone = locked.milestones.at(-1);
    const parts = { released_cents: 30_000 - refunded_cents, refunded_cents };
    if (milestone) await splitHeld(each, locked, milestone, parts);
  });
}

async function refundDue(deal: Deal): Promise<Due> {
  await fundAndSplit(deal, 2000);
  const { refunds } = money.fake.books;
  const before = refunds.length;
  return { call: /refunds$/, moved: () => amounts(refunds, before) };
}

async function transferDue(deal: Deal): Promise<Due> {
  await onboard(money, deal.developer);
  await fund(money, deal);
  await finish(deal);
  const { transfers } = money.fake.books;
  const before = transfers.size;
  return { call: /transfers$/, moved: () => amounts(transfers.values(), before) };
}

async function payoutDue(deal: Deal): Promise<Due> {
  await transferDue(deal);
  await money.work();
  ok(await deal.developer.call('POST', '/api/earnings/payouts'));
  const { payouts } = money.fake.books;
  const before = payouts.length;
  return { call: /payouts$/, moved: () => amounts(payouts, before) };
}

/** A bank takes the payment of a released milestone, so that its transfer has to come back. */
async function reversalDue(deal: Deal): Promise<Due> {
  await onboard(money, deal.developer);
  const page = await fund(money, deal);
  await finish(deal);
  await money.work();
  const { books } = money.fake;
  books.dispute(books.sessions.get(page)?.payment_intent ?? '');
  await money.deliverAll();
  const before = books.reversals.length;
  return { call: /reversals$/, moved: () => amounts(books.reversals, before) };
}

const KINDS: Record<string, (deal: Deal) => Promise<Due>> = {
  refund: refundDue,
  transfer: transferDue,
  payout: payoutDue,
  reversal: reversalDue,
};
const MOVED: Record<string, number> = {
  refund: 2000,
  transfer: 27_000,
  payout: 27_000,
  reversal: 27_000,
};
const FAULTS: Record<string, Fault[]> = {
  'the provider is still at it when asked again': ['hangs'],
  'something on the way fails before it is made': ['bad gateway before', 'bad gateway before'],
  'something on the way fails after it was made': ['bad gateway after'],
  'the provider fails before it is made': ['error before'],
  'the provider fails after it was made': ['error after'],
  'the connection breaks after it was made': ['dropped after', 'dropped after'],
  'too much is asked of the provider': ['rate limited'],
};
const CASES = Object.keys(KINDS).flatMap((kind) =>
  Object.keys(FAULTS).map((fault) => [kind, fault] as const),
);

/** The other servers go on, once the turn of the killed one is over. */
async function goOn(): Promise<void> {
  await money.world.context.db
    .updateTable('provider_calls')
    .set({ leased_until: null })
    .where('state', '=', 'pending')
    .execute();
  for (let run = 0; run < 3; run++) await money.work();
}

describe('a server that is killed while the provider is at its call', () => {
  it.each(Object.entries(KINDS))(
    'leaves to the others one that moves once: a %s',
    async (kind, due) => {
      const { call, moved } = await due(await aDeal());
      const moment = { at: 'under way', count: 0, call, patience: PATIENCE.timeout } as const;
      expect(await crash(money, moment)).toBe(true);
      await goOn();
      expect(moved()).toEqual([]);
      money.fake.goOn();
      await goOn();
      expect(moved()).toEqual([MOVED[kind]]);
    },
  );
});

describe('money at the provider', () => {
  it.each(CASES)('moves once: a %s when %s', async (kind, fault) => {
    const due = KINDS[kind] ?? refundDue;
    const { call, moved } = await due(await aDeal());
    const faults = [...(FAULTS[fault] ?? [])];
    money.fake.fault = ({ method, path }) =>
      method === 'POST' && call.test(path) ? (faults.shift() ?? null) : null;
    // Twice: what hangs is asked for again while it does.
    await money.work();
    await money.work();
    money.fake.goOn();
    for (let run = 0; run < 3; run++) await money.work();
    expect(moved()).toEqual([MOVED[kind]]);
    expect(await balance(money.world.context.db, 'refunds')).toBe(0);
  });
});

describe('a key', () => {
  const callOf = (deal: Deal) =>
    money.world.context.db
      .selectFrom('provider_calls')
      .select(['key', 'state', 'generation', 'tries'])
      .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
      .where('kind', '=', 'refund')
      .executeTakeFirstOrThrow();
  const age = (hours: number) =>
    money.world.context.db
      .updateTable('provider_calls')
      .set({ keyed_at: new Date(Date.now() - hours * 3_600_000) })
      .where('state', '=', 'pending')
      .execute();

  it('that is too old is not replaced while something may be under way with it', async () => {
    const deal = await aDeal();
    const { moved } = await refundDue(deal);
    money.fake.fault = ({ path, method }) =>
      method === 'POST' && path.endsWith('/refunds') ? 'hangs' : null;
    await money.work();
    money.fake.fault = () => null;
    await age(20.5);
    await money.work();
    expect(await callOf(deal)).toMatchObject({ state: 'pending', generation: 0 });
    expect(moved()).toEqual([]);
    money.fake.goOn();
    await money.work();
    expect(await callOf(deal)).toMatchObject({ state: 'done', generation: 0 });
    expect(moved()).toEqual([2000]);
  });

  it('is not replaced because something that only reads has failed', async () => {
    // The first milestone takes the first-hour price, so that the payment covers the transfer.
    const deal = await makeDeal(money, [{}, { hours: 6 }]);
    await fund(money, deal);
    await fundAndSplit(deal, 20_000);
    await money.work();
    await onboard(money, deal.developer);
    const { transfers } = money.fake.books;
    const before = transfers.size;
    money.fake.fault = ({ method }) => (method === 'POST' ? 'hangs' : null);
    await money.work();
    money.fake.fault = ({ method }) => (method === 'GET' ? 'error before' : null);
    await money.work();
    money.fake.fault = () => null;
    await money.work();
    money.fake.goOn();
    await money.work();
    expect(amounts(transfers.values(), before)).toEqual([9000]);
  });

  it('that is too old is replaced when nothing came of it', async () => {
    const deal = await aDeal();
    const { moved } = await refundDue(deal);
    money.fake.fault = () => 'dropped before';
    await money.work();
    money.fake.fault = () => null;
    await age(22);
    await money.work();
    expect(await callOf(deal)).toMatchObject({ state: 'done', generation: 1 });
    expect(moved()).toEqual([2000]);
  });

  it('that was never used is not old', async () => {
    const deal = await aDeal();
    await refundDue(deal);
    await money.world.context.db
      .updateTable('provider_calls')
      .set({ created_at: new Date(Date.now() - 72 * 3_600_000) })
      .where('state', '=', 'pending')
      .execute();
    await money.work();
    expect(await callOf(deal)).toMatchObject({ state: 'done', generation: 0 });
  });

  it('whose answer is not now is not used again: that answer is all it would say', async () => {
    const deal = await aDeal();
    const { moved } = await refundDue(deal);
    const { charges } = money.fake.books;
    const charge = [...charges.values()].at(-1);
    if (!charge) throw new Error('nothing was paid');
    charge.disputed = true;
    for (const generation of [1, 2]) {
      await money.work();
      expect(await callOf(deal)).toMatchObject({ state: 'pending', generation });
    }
    charge.disputed = false;
    await money.work();
    expect(await callOf(deal)).toMatchObject({ state: 'done' });
    expect(moved()).toEqual([2000]);
  });

  it('of which an older try hears late is not given up because of it', async () => {
    const deal = await aDeal();
    const { moved } = await payoutDue(deal);
    const { db } = money.world.context;
    // The first try is refused, and hears of it only when another server has asked again.
    money.fake.books.balances.clear();
    let goOnNow: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOnNow = resolve;
    });
    money.fake.hold = ({ path, method }) =>
      method === 'POST' && path.endsWith('/payouts') ? held : null;
    const heldNow = money.fake.untilHeld();
    const slow = money.work();
    await heldNow;
    money.fake.hold = () => null;
    await db
      .updateTable('provider_calls')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('kind', '=', 'payout')
      .where('state', '=', 'pending')
      .execute();
    goOnNow();
    await slow;
    const call = await db
      .selectFrom('provider_calls')
      .select(['state', 'generation'])
      .where('developer_id', '=', deal.developer.id)
      .where('kind', '=', 'payout')
      .executeTakeFirstOrThrow();
    expect(call).toEqual({ state: 'pending', generation: 0 });
    const [account] = [...money.fake.books.accounts.keys()].slice(-1);
    money.fake.books.balances.set(account ?? '', 27_000);
    money.fake.forgetKeys();
    await goOn();
    expect(moved()).toEqual([27_000]);
  });
});

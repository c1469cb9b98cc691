import { afterEach, describe, expect, it } from 'vitest';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { compareWithProvider } from './compare.ts';
import { balance } from './ledger.ts';
import type { Fault } from './testing/fake-stripe.ts';
import { type Deal, finish, fund, makeDeal, moderate, onboard } from './testing/money-world.ts';
import { useMoneyWorld } from './testing/use-money-world.ts';

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

/** Money that is about to be moved: by which call, and what was moved so far, in cents. */
interface Due {
  call: RegExp;
  moved: () => number[];
}

const amounts = (moves: Iterable<{ amount: number }>, before: number) =>
  [...moves].slice(before).map(({ amount }) => amount);

async function refundDue(deal: Deal): Promise<Due> {
  await fund(money, deal);
  await moderate(money, deal, 'close-for-customer');
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

const KINDS = {
  refund: refundDue,
  transfer: transferDue,
  payout: payoutDue,
  reversal: reversalDue,
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
  Object.keys(FAULTS).map((fault) => [kind as keyof typeof KINDS, fault] as const),
);

describe('money at the provider', () => {
  it.each(CASES)('moves once: a %s when %s', async (kind, fault) => {
    const { call, moved } = await KINDS[kind](await makeDeal(money));
    const faults = [...(FAULTS[fault] ?? [])];
    money.fake.fault = ({ method, path }) =>
      method === 'POST' && call.test(path) ? (faults.shift() ?? null) : null;
    // Twice: what hangs is asked for again while it does.
    await money.work();
    await money.work();
    money.fake.goOn();
    for (let run = 0; run < 3; run++) await money.work();
    expect(moved()).toEqual([kind === 'refund' ? 7500 : 9000]);
    expect(await balance(money.world.context.db, 'refunds')).toBe(0);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { finish, fund, makeDeal, moderate, onboard } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { runCall } from './calls.ts';

// A server whose turn is over still hears the provider, after another one has asked.

const money = useMoneyWorld();
afterEach(async () => expect(await brokenInvariants(money.world.context.db)).toEqual([]));

describe('an answer that comes when another server has asked, too', () => {
  /** The turn of whoever waits for an answer is over. */
  async function nextTurn(): Promise<void> {
    const { db } = money.world.context;
    await db.updateTable('provider_calls').set({ leased_until: null }).execute();
  }

  /** Asks, and keeps the answer on its way. */
  async function asked(key: string) {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    money.fake.hold = () => held;
    const heldNow = money.fake.untilHeld();
    const call = runCall(money.world.context, key).catch((error: Error) => error);
    await heldNow;
    money.fake.hold = () => null;
    await nextTurn();
    return async () => {
      answer();
      return call;
    };
  }

  const callOf = (kind: 'refund' | 'payout') =>
    money.world.context.db
      .selectFrom('provider_calls')
      .selectAll()
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

  it('says what is known by then, and is booked no second time', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    const { key } = await callOf('refund');
    const earlier = money.fake.books.refunds.length;
    const first = await asked(key);
    expect(await runCall(money.world.context, key)).toMatchObject({ state: 'done', tries: 2 });
    const before = await callOf('refund');
    expect(await first()).toMatchObject({ key });
    expect(await callOf('refund')).toEqual(before);
    expect(money.fake.books.refunds).toHaveLength(earlier + 1);
  });

  it('and is a refusal, does not take back a payout that the first try has made', async () => {
    const deal = await makeDeal(money);
    const { id } = deal.developer;
    await onboard(money, deal.developer);
    await fund(money, deal);
    await finish(deal);
    await money.work();
    ok(await deal.developer.call('POST', '/api/earnings/payouts'));
    money.fake.fault = ({ path }) => (path.endsWith('/payouts') ? 'dropped before' : null);
    await money.work();
    money.fake.fault = () => null;
    const { key } = await callOf('payout');
    const first = await asked(key);
    // The second is refused, as the provider knows the key no more and has closed the account.
    money.fake.forgetKeys();
    const account = [...money.fake.books.accounts.values()].at(-1);
    if (account) account.payouts_enabled = false;
    const second = await asked(key);
    expect(await first()).toMatchObject({ state: 'done' });
    expect(await second()).toMatchObject({ outcome: 'refused' });
    expect(await callOf('payout')).toMatchObject({ state: 'done', last_error: null });
    const { db } = money.world.context;
    const payouts = db.selectFrom('payouts').select('status').where('developer_id', '=', id);
    expect(await payouts.execute()).toEqual([{ status: 'paid' }]);
    expect(await balance(db, 'developer', id)).toBe(0);
  });
});

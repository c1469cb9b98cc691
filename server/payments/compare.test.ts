import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { ok } from '../testing/deeds.ts';
import { differences, last, markDone } from '../testing/payments/compared.ts';
import {
  type Deal,
  findingKinds,
  finish,
  fund,
  makeDeal,
  onboard,
  openPage,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { splitHeld } from './move-money.ts';

const money = useMoneyWorld();

/** What has moved: a payment, half of it refunded, the rest transferred, and $50 of that paid out. */
interface Moved {
  deal: Deal;
  payment: string;
  account: string;
}
let moved: Moved;

beforeEach(async () => {
  const deal = await makeDeal(money);
  await onboard(money, deal.developer);
  const page = await fund(money, deal);
  await change(money.world.context, async (each) => {
    const locked = await lockTicket(each.tx, deal.ticketId);
    const [milestone] = locked.milestones;
    if (milestone)
      await splitHeld(each, locked, milestone, { released_cents: 8000, refunded_cents: 2000 });
  });
  await money.work();
  ok(await deal.developer.call('POST', '/api/earnings/payouts', { amount_cents: 5000 }));
  await money.work();
  const { books } = money.fake;
  const payment = books.sessions.get(page)?.payment_intent ?? '';
  moved = { deal, payment, account: [...books.accounts.keys()].at(-1) ?? '' };
  expect(await differences(money)).toEqual([]);
});

const transfer = () => last(money.fake.books.transfers.values());

/** What somebody does at the provider, past us; gives back how it is undone. */
const AT_PROVIDER: [string, () => () => void, string][] = [
  [
    'a refund by hand',
    () => {
      const { books } = money.fake;
      const { id } = books.refund(moved.payment, 100, {});
      return () => books.failRefund(id);
    },
    'paid back: 100 cents at the provider, 0 here',
  ],
  [
    'the same refund twice',
    () => {
      const { books } = money.fake;
      const { id } = books.refund(moved.payment, 2000, last(books.refunds).metadata ?? {});
      return () => books.failRefund(id);
    },
    'paid back: 2000 cents at the provider, 0 here',
  ],
  [
    'a refund that failed without our being told',
    () => {
      const refund = last(money.fake.books.refunds);
      refund.status = 'failed';
      return () => {
        refund.status = 'succeeded';
      };
    },
    'paid back: 0 cents at the provider, 2000 here',
  ],
  [
    'another amount of a refund',
    () => {
      const refund = last(money.fake.books.refunds);
      refund.amount = 1999;
      return () => {
        refund.amount = 2000;
      };
    },
    'paid back: 1999 cents at the provider, 2000 here',
  ],
  [
    'a transfer by hand',
    () => {
      const { books } = money.fake;
      const to = { destination: moved.account, amount: 700, transfer_group: null, source: null };
      const { id } = books.transfer({ ...to, metadata: {} });
      return () => books.transfers.delete(id);
    },
    'transferred: 700 cents at the provider, 0 here',
  ],
  [
    'a transfer that is not there',
    () => {
      const one = transfer();
      money.fake.books.transfers.delete(one.id);
      return () => money.fake.books.transfers.set(one.id, one);
    },
    'transferred: 0 cents at the provider, 7200 here',
  ],
  [
    'a reversal by hand',
    () => {
      const { books } = money.fake;
      const { id } = transfer();
      books.reverse(id, 300, {});
      return () => {
        transfer().amount_reversed = 0;
        books.reversals.pop();
      };
    },
    'taken back: 300 cents at the provider, 0 here',
  ],
  [
    'a payout by hand',
    () => {
      const { books } = money.fake;
      const { id } = books.payOut(moved.account, 900, {});
      return () => books.failPayout(id);
    },
    'paid out: 900 cents at the provider, 0 here',
  ],
  [
    'the same payout twice',
    () => {
      const { books } = money.fake;
      books.balances.set(moved.account, 5000);
      const { id } = books.payOut(moved.account, 5000, last(books.payouts).metadata ?? {});
      return () => books.failPayout(id);
    },
    'paid out: 5000 cents at the provider, 0 here',
  ],
  [
    'a payout that came back without our being told',
    () => {
      const payout = last(money.fake.books.payouts);
      payout.status = 'canceled';
      return () => {
        payout.status = 'pending';
      };
    },
    'paid out: 0 cents at the provider, 5000 here',
  ],
  [
    'another amount of a payment',
    () => {
      const { books } = money.fake;
      const intent = last(books.intents.values());
      intent.amount_received = 7499;
      return () => {
        intent.amount_received = 7500;
      };
    },
    'paid: 7499 cents at the provider, 7500 here',
  ],
  [
    'a payment that is not there',
    () => {
      const { books } = money.fake;
      const intent = books.intents.get(moved.payment);
      books.intents.delete(moved.payment);
      return () => intent && books.intents.set(moved.payment, intent);
    },
    'paid: 0 cents at the provider, 7500 here',
  ],
  [
    'a payment for a checkout that we do not have',
    () => {
      const { books } = money.fake;
      const metadata = { checkout_id: randomUUID() };
      const { id } = books.openSession({ amount: 4200, metadata, intent: { metadata } });
      books.pay(id);
      const { id: intent } = last(books.intents.values());
      return () => books.intents.delete(intent);
    },
    'paid: 4200 cents at the provider, 0 here',
  ],
];

describe('a comparison with the provider', () => {
  it.each(AT_PROVIDER)('finds %s, until it is no longer so', async (_name, inject, detail) => {
    const undo = inject();
    expect(await differences(money)).toEqual([detail]);
    expect(await differences(money)).toEqual([detail]);
    undo();
    expect(await differences(money, { everything: true })).toEqual([]);
  });

  it('finds that something is mended also where it looks at the last weeks only', async () => {
    const { id } = money.fake.books.refund(moved.payment, 100, {});
    expect(await differences(money)).toHaveLength(1);
    // Something else that a person has to look at, about the same.
    const { db } = money.world.context;
    const about = { about: `refund ${id}`, detail: '' };
    await db
      .insertInto('money_findings')
      .values({ ...about, kind: 'refund_failed', seen_at: new Date() })
      .execute();
    money.fake.books.failRefund(id);
    expect(await differences(money)).toEqual([]);
    expect(await findingKinds(money)).toContain('refund_failed');
    await db.deleteFrom('money_findings').execute();
  });

  it.each([
    [39, 2],
    [41, 0],
  ])('looks at the last forty days: of %i days ago it finds %i', async (days, found) => {
    const { db } = money.world.context;
    const { books } = money.fake;
    const created_at = new Date(Date.now() - days * 86_400_000);
    const intent = books.intents.get(moved.payment);
    const refund = last(books.refunds);
    books.intents.delete(moved.payment);
    refund.status = 'failed';
    refund.created -= days * 86_400;
    await db
      .updateTable('checkouts')
      .set({ created_at })
      .where('payment_reference', '=', moved.payment)
      .execute();
    await db
      .updateTable('provider_calls')
      .set({ created_at })
      .where('reference', '=', refund.id)
      .execute();
    expect(await differences(money)).toHaveLength(found);
    expect(await differences(money, { everything: true })).toHaveLength(2);
    if (intent) books.intents.set(intent.id, intent);
    refund.status = 'succeeded';
    expect(await differences(money, { everything: true })).toEqual([]);
  });

  it('looks at a transfer that was taken back long after together with that', async () => {
    const { db } = money.world.context;
    const sent = transfer();
    sent.created -= 60 * 86_400;
    await db
      .updateTable('provider_calls')
      .set({ created_at: new Date(Date.now() - 60 * 86_400_000) })
      .where('reference', '=', sent.id)
      .execute();
    money.fake.books.dispute(moved.payment);
    await money.deliverAll();
    await money.work();
    expect(sent.amount_reversed).toBeGreaterThan(0);
    expect(await differences(money)).toEqual([]);
    expect(await differences(money, { everything: true })).toEqual([]);
  });

  it('looks at what a developer has been sent who has left', async () => {
    const { db } = money.world.context;
    await db.deleteFrom('users').where('id', '=', moved.deal.developer.id).execute();
    const { id } = money.fake.books.payOut(moved.account, 900, {});
    expect(await differences(money)).toEqual(['paid out: 900 cents at the provider, 0 here']);
    money.fake.books.failPayout(id);
    expect(await differences(money)).toEqual([]);
  });

  it('takes a payment of which no event came', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    await money.world.context.db
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('provider_reference', '=', page)
      .execute();
    money.fake.books.pay(page);
    expect(await differences(money)).toEqual([]);
    await money.work();
    expect(last(money.fake.books.refunds).amount).toBe(7500);
  });

  it.each([
    ['of another amount', 7499],
    ['in another currency', 0],
  ])('finds a payment %s until somebody has paid it back', async (_which, taken) => {
    const { books } = money.fake;
    const { db } = money.world.context;
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    const session = books.sessions.get(page);
    if (session) session.amount_total = taken || 6900;
    if (session && taken === 0) session.currency = 'eur';
    books.pay(page);
    await money.deliverAll();
    expect(await findingKinds(money)).toContain('payment_differs');
    expect(await differences(money)).toHaveLength(1);
    const intent = session?.payment_intent ?? '';
    const part = books.refund(intent, 6000, {});
    expect(await differences(money)).toHaveLength(1);
    const rest = books.chargeOf(intent).amount - part.amount;
    const { id } = books.refund(intent, rest, {});
    expect(await differences(money)).toEqual([]);
    await db
      .updateTable('checkouts')
      .set({ asked_at: null })
      .where('status', '=', 'open')
      .execute();
    await money.work();
    expect(await findingKinds(money)).toEqual([]);
    // They can pay once more.
    expect(await openPage(deal)).not.toBe(page);
    books.failRefund(id);
    expect(await differences(money)).toHaveLength(1);
    books.refund(intent, rest, {});
    expect(await differences(money)).toEqual([]);
  });

  it('leaves alone what others do with the same account of the provider', async () => {
    const { books } = money.fake;
    books.pay(books.openSession({ amount: 3000 }).id);
    books.refund(last(books.intents.keys()), 1000, {});
    const stranger = books.openAccount({});
    books.onboard(stranger.id);
    const to = { destination: stranger.id, amount: 500, transfer_group: null, source: null };
    books.transfer({ ...to, metadata: {} });
    books.payOut(stranger.id, 500, {});
    expect(await differences(money)).toEqual([]);
  });

  it.each(['a transfer by hand', 'a payout by hand'])(
    'does not find %s again that a moderator has looked into',
    async (name) => {
      const [, inject] = AT_PROVIDER.find(([each]) => each === name) ?? [];
      const undo = inject?.();
      expect(await differences(money)).toHaveLength(1);
      await markDone(money);
      expect(await differences(money)).toEqual([]);
      expect(await differences(money, { everything: true })).toEqual([]);
      undo?.();
      expect(await differences(money, { everything: true })).toEqual([]);
    },
  );

  it('waits for a call whose answer was not heard', async () => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    await fund(money, deal);
    await finish(deal);
    money.fake.fault = ({ method, path }) =>
      method === 'POST' && path.endsWith('/transfers') ? 'dropped after' : null;
    await money.work();
    expect(await differences(money)).toEqual([]);
    // Not for one of another name.
    const byHand = money.fake.books.refund(moved.payment, 100, { key: 'by hand' });
    expect(await differences(money)).toHaveLength(1);
    money.fake.books.failRefund(byHand.id);
    money.fake.fault = () => null;
    await money.work();
    expect(await differences(money)).toEqual([]);
    expect(await findingKinds(money)).not.toContain('provider_differs');
  });

  it('says nothing of what comes back while it looks', async () => {
    const { books } = money.fake;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    // Payments are listed first.
    money.fake.hold = ({ path }) => (path.includes('/payment_intents') ? held : null);
    const heldNow = money.fake.untilHeld();
    const found = differences(money);
    await heldNow;
    money.fake.hold = () => null;
    books.failRefund(last(books.refunds).id);
    books.failPayout(last(books.payouts).id);
    await money.deliverAll();
    // The payout is no longer listed, and the refund is, as a failed one.
    const account = books.accounts.get(moved.account);
    books.accounts.delete(moved.account);
    goOn();
    expect(await found).toEqual([]);
    if (account) books.accounts.set(account.id, account);
    expect(await differences(money)).toEqual([]);
  });

  it('goes on past an account that lets nobody in any more', async () => {
    const account = money.fake.books.accounts.get(moved.account);
    money.fake.books.accounts.delete(moved.account);
    expect(await differences(money)).toEqual(['paid out: 0 cents at the provider, 5000 here']);
    if (account) money.fake.books.accounts.set(account.id, account);
    expect(await differences(money)).toEqual([]);
  });
});

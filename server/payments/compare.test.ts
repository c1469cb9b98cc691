import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerState } from '../ledger/check-ledger.ts';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { REASON } from '../testing/moderation.ts';
import {
  type Deal,
  findingKinds,
  finish,
  fund,
  makeDeal,
  moderate,
  onboard,
  openPage,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { refundWholeRequest } from './cases.ts';
import { compareWithProvider } from './compare.ts';
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
  expect(await differences()).toEqual([]);
});

/** What a comparison finds now. */
async function differences(options?: { everything: boolean }): Promise<string[]> {
  const { context } = money.world;
  await compareWithProvider(context, options);
  const rows = await context.db
    .selectFrom('money_findings')
    .select('detail')
    .where('kind', '=', 'provider_differs')
    .where('resolved_at', 'is', null)
    .orderBy('detail')
    .execute();
  return rows.map(({ detail }) => detail);
}

const last = <Value>(all: Iterable<Value>): Value => {
  const value = [...all].at(-1);
  if (value === undefined) throw new Error('nothing moved');
  return value;
};
const transfer = () => last(money.fake.books.transfers.values());

/** A moderator has looked into what a comparison has found. */
async function markDone(which = 'provider_differs'): Promise<void> {
  const { findings } = await ledgerState(money.world.context.db);
  const found = findings.find(({ kind }) => kind === which);
  const moderator = await money.world.person('moderator');
  const path = `/api/moderation/findings/${found?.id}/done`;
  ok(await moderator.call('POST', path, { reason: REASON }));
}

/** What a customer has read of a refund that did not arrive, or came once more. */
async function mailsOfFailing({ customer }: Deal): Promise<string[]> {
  const mails = await money.world.mails({ to: customer.email, since: new Date(0) });
  return mails
    .filter(({ kind }) => kind === 'refund_failed' || kind === 'refunded_again')
    .map(({ subject }) => subject);
}

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
    expect(await differences()).toEqual([detail]);
    expect(await differences()).toEqual([detail]);
    undo();
    expect(await differences({ everything: true })).toEqual([]);
  });

  it('finds that something is mended also where it looks at the last weeks only', async () => {
    const { id } = money.fake.books.refund(moved.payment, 100, {});
    expect(await differences()).toHaveLength(1);
    // Something else that a person has to look at, about the same.
    const { db } = money.world.context;
    const about = { about: `refund ${id}`, detail: '' };
    await db
      .insertInto('money_findings')
      .values({ ...about, kind: 'refund_failed', seen_at: new Date() })
      .execute();
    money.fake.books.failRefund(id);
    expect(await differences()).toEqual([]);
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
    expect(await differences()).toHaveLength(found);
    expect(await differences({ everything: true })).toHaveLength(2);
    if (intent) books.intents.set(intent.id, intent);
    refund.status = 'succeeded';
    expect(await differences({ everything: true })).toEqual([]);
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
    expect(await differences()).toEqual([]);
    expect(await differences({ everything: true })).toEqual([]);
  });

  it('looks at what a developer has been sent who has left', async () => {
    const { db } = money.world.context;
    await db.deleteFrom('users').where('id', '=', moved.deal.developer.id).execute();
    const { id } = money.fake.books.payOut(moved.account, 900, {});
    expect(await differences()).toEqual(['paid out: 900 cents at the provider, 0 here']);
    money.fake.books.failPayout(id);
    expect(await differences()).toEqual([]);
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
    expect(await differences()).toEqual([]);
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
    expect(await differences()).toHaveLength(1);
    const intent = session?.payment_intent ?? '';
    const part = books.refund(intent, 6000, {});
    expect(await differences()).toHaveLength(1);
    const rest = books.chargeOf(intent).amount - part.amount;
    const { id } = books.refund(intent, rest, {});
    expect(await differences()).toEqual([]);
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
    expect(await differences()).toHaveLength(1);
    books.refund(intent, rest, {});
    expect(await differences()).toEqual([]);
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
    expect(await differences()).toEqual([]);
  });

  it('takes over a refund that somebody made by hand, of what was owed', async () => {
    const deal = await makeDeal(money);
    const page = await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    const { books } = money.fake;
    books.refund(books.sessions.get(page)?.payment_intent ?? '', 7500, {});
    await money.work();
    // The customer has their money: nobody mails that it could not be paid back.
    const about = async () => (await ledgerState(money.world.context.db)).findings[0];
    expect(await about()).toMatchObject({ kind: 'refunded_already', ticket_id: deal.ticketId });
    const mails = await money.world.mails();
    expect(mails.filter(({ kind }) => kind === 'refund_failed')).toEqual([]);
    const record = deal.milestones[0]?.billing_record_id;
    expect(ok(await deal.customer.call('GET', `/api/billing-records/${record}`))).toMatchObject({
      refund_failed_cents: 0,
    });
    expect(await differences()).toEqual([]);
    expect(await about()).toBeUndefined();
    expect(await balance(money.world.context.db, 'refunds')).toBe(0);
  });

  it('takes over what somebody refunded by hand once the bank had sent a refund back, each time', async () => {
    const { books } = money.fake;
    const owed = () => balance(money.world.context.db, 'refunds');
    const kindsOfMails = async () =>
      (await money.world.mails({ to: moved.deal.customer.email, since: new Date(0) }))
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('refund') && kind !== 'refund_receipt')
        .slice(-2);
    books.failRefund(last(books.refunds).id);
    await money.deliverAll();
    expect(await owed()).toBe(2000);
    for (let times = 0; times < 2; times++) {
      const { id } = books.refund(moved.payment, 2000, {});
      expect(await differences()).toEqual([]);
      expect(await owed()).toBe(0);
      expect(await findingKinds(money)).toEqual([]);
      // Who read that it did not arrive reads that it was made again.
      expect(await kindsOfMails()).toEqual(['refund_failed', 'refunded_again']);
      expect(await brokenInvariants(money.world.context.db)).toEqual([]);
      books.failRefund(id);
      await money.deliverAll();
      expect(await owed()).toBe(2000);
      expect(await findingKinds(money)).toEqual(['refund_failed']);
    }
    books.refund(moved.payment, 2000, {});
    expect(await differences()).toEqual([]);
  });

  it('takes over a refund by hand of more than was owed once a moderator has looked into it', async () => {
    const { db } = money.world.context;
    const { books } = money.fake;
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    const page = await fund(money, deal);
    await change(money.world.context, async (each) => {
      const locked = await lockTicket(each.tx, deal.ticketId);
      const [milestone] = locked.milestones;
      if (milestone)
        await splitHeld(each, locked, milestone, { released_cents: 4000, refunded_cents: 6000 });
    });
    const losses = await balance(db, 'losses');
    books.refund(books.sessions.get(page)?.payment_intent ?? '', 7500, {});
    await money.work();
    const found = ['paid back: 7500 cents at the provider, 0 here'];
    expect(await differences()).toEqual(found);
    expect(await findingKinds(money)).toEqual(['refunded_already', 'provider_differs']);
    const { findings } = await ledgerState(db);
    const moderator = await money.world.person('moderator');
    const path = `/api/moderation/findings/${findings[0]?.id}/done`;
    ok(await moderator.call('POST', path, { reason: REASON }));
    expect(await balance(db, 'refunds')).toBe(6000);
    expect(await differences()).toEqual([]);
    expect(await findingKinds(money)).toEqual([]);
    expect(await balance(db, 'refunds')).toBe(0);
    expect((await balance(db, 'losses')) - losses).toBe(-1500);
    expect(await brokenInvariants(db)).toEqual([]);
    expect(await differences({ everything: true })).toEqual([]);
    // It comes back: what was owed before is owed again, and the loss is none any more.
    books.failRefund(last(books.refunds).id);
    await money.deliverAll();
    expect(await balance(db, 'refunds')).toBe(6000);
    expect(await balance(db, 'losses')).toBe(losses);
    const mails = await money.world.mails({ to: deal.customer.email, since: new Date(0) });
    expect(mails.find(({ kind }) => kind === 'refund_failed')?.subject).toContain('$60.00');
    expect(await brokenInvariants(db)).toEqual([]);
    expect(await differences()).toEqual([]);
    books.refund(books.sessions.get(page)?.payment_intent ?? '', 6000, {});
    expect(await differences()).toEqual([]);
    expect(await balance(db, 'refunds')).toBe(0);
    expect(await findingKinds(money)).toEqual([]);
  });

  it('books a refund by hand that nobody owed as a loss, once a moderator has looked into it', async () => {
    const { db } = money.world.context;
    const { books } = money.fake;
    const losses = await balance(db, 'losses');
    const { id } = books.refund(moved.payment, 100, {});
    expect(await differences()).toHaveLength(1);
    await markDone();
    expect(await differences()).toEqual([]);
    expect(await differences({ everything: true })).toEqual([]);
    expect(await findingKinds(money)).toEqual([]);
    expect((await balance(db, 'losses')) - losses).toBe(-100);
    expect(await brokenInvariants(db)).toEqual([]);
    // The bank sends it back: nothing is owed by that, and nobody is told that it is.
    books.failRefund(id);
    await money.deliverAll();
    expect(await balance(db, 'losses')).toBe(losses);
    expect(await balance(db, 'refunds')).toBe(0);
    expect(await findingKinds(money)).toEqual([]);
    const mails = await money.world.mails({ to: moved.deal.customer.email, since: new Date(0) });
    expect(mails.map(({ kind }) => kind)).not.toContain('refund_failed');
    expect(await differences()).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it('counts a refund by hand, booked as a loss, for what is owed afterwards', async () => {
    const { db } = money.world.context;
    const { books } = money.fake;
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    const page = await fund(money, deal);
    await finish(deal);
    const before = await balance(db, 'losses');
    books.refund(books.sessions.get(page)?.payment_intent ?? '', 7500, {});
    expect(await differences()).toHaveLength(1);
    await markDone();
    expect(await differences()).toEqual([]);
    await change(money.world.context, async (each) =>
      refundWholeRequest(each, await lockTicket(each.tx, deal.ticketId), 'developer'),
    );
    expect(await balance(db, 'refunds')).toBe(0);
    expect(await balance(db, 'losses')).toBe(before);
    // It has a receipt like any refund.
    const mails = await money.world.mails({ to: deal.customer.email, since: new Date(0) });
    expect(mails.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Receipt .* for your refund of \$75\.00$/),
    );
    await money.work();
    expect(await findingKinds(money)).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it.each([
    [7500, 100],
    [2000, 2000],
    [1000, 2000],
  ])(
    'refunds of %i cents that are owed only what is left after a booked refund by hand of %i',
    async (refunded_cents, byHand) => {
      const { db } = money.world.context;
      const { books } = money.fake;
      const deal = await makeDeal(money);
      await onboard(money, deal.developer);
      const page = await fund(money, deal);
      const payment = books.sessions.get(page)?.payment_intent ?? '';
      const losses = await balance(db, 'losses');
      books.refund(payment, byHand, {});
      expect(await differences()).toHaveLength(1);
      await markDone();
      expect(await differences()).toEqual([]);
      await change(money.world.context, async (each) => {
        const locked = await lockTicket(each.tx, deal.ticketId);
        const [milestone] = locked.milestones;
        const parts = { released_cents: 10_000 - refunded_cents, refunded_cents };
        if (milestone) await splitHeld(each, locked, milestone, parts);
      });
      await money.work();
      expect(books.chargeOf(payment).amount_refunded).toBe(Math.max(byHand, refunded_cents));
      expect(await balance(db, 'refunds')).toBe(0);
      // What was refunded and is not owed stays one.
      expect((await balance(db, 'losses')) - losses).toBe(Math.min(0, refunded_cents - byHand));
      expect(await findingKinds(money)).toEqual([]);
      expect(await differences()).toEqual([]);
      expect(await brokenInvariants(db)).toEqual([]);
    },
  );

  it('asks for the rest of what was asked for before a refund by hand was booked', async () => {
    const { db } = money.world.context;
    const { books } = money.fake;
    const deal = await makeDeal(money);
    const page = await fund(money, deal);
    const payment = books.sessions.get(page)?.payment_intent ?? '';
    await moderate(money, deal, 'close-for-customer');
    const losses = await balance(db, 'losses');
    books.refund(payment, 100, {});
    // Asked for, and nobody knows yet what became of it.
    await db
      .updateTable('provider_calls')
      .set({ keyed_at: new Date() })
      .where('kind', '=', 'refund')
      .where('state', '=', 'pending')
      .execute();
    expect(await differences()).toHaveLength(1);
    await markDone();
    expect(await differences()).toEqual([]);
    await money.work();
    await money.work();
    expect(books.chargeOf(payment).amount_refunded).toBe(7500);
    expect(await balance(db, 'refunds')).toBe(0);
    expect(await balance(db, 'losses')).toBe(losses);
    expect(await findingKinds(money)).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it.each([true, false])(
    'counts a refund by hand of less than is owed, once a moderator has looked into it (into both findings: %s)',
    async (intoBoth) => {
      const { db } = money.world.context;
      const { books } = money.fake;
      const deal = await makeDeal(money);
      const page = await fund(money, deal);
      const payment = books.sessions.get(page)?.payment_intent ?? '';
      const losses = await balance(db, 'losses');
      books.refund(payment, 100, {});
      await moderate(money, deal, 'close-for-customer');
      await money.work();
      expect(await differences()).toHaveLength(1);
      expect(await findingKinds(money)).toEqual(['refunded_already', 'provider_differs']);
      if (intoBoth) await markDone('refunded_already');
      await markDone();
      expect(await differences()).toEqual([]);
      expect(await balance(db, 'refunds')).toBe(7400);
      expect(await balance(db, 'losses')).toBe(losses);
      expect(await findingKinds(money)).toEqual([]);
      expect(await brokenInvariants(db)).toEqual([]);
      // The rest goes back by itself: nothing has failed, and nobody reads that it has.
      await money.work();
      expect(books.chargeOf(payment).amount_refunded).toBe(7500);
      expect(await differences()).toEqual([]);
      expect(await balance(db, 'refunds')).toBe(0);
      expect(await findingKinds(money)).toEqual([]);
      expect(await mailsOfFailing(deal)).toEqual([]);
      expect(await brokenInvariants(db)).toEqual([]);
    },
  );

  it.each([
    ['came back', 7500, 7500, []],
    ['is not looked into', 100, 100, ['provider_differs', 'refunded_already']],
  ])(
    'asks again for what is owed where a refund by hand of it %s',
    async (_how, byHand, refunded, left) => {
      const { db } = money.world.context;
      const { books } = money.fake;
      const deal = await makeDeal(money);
      const page = await fund(money, deal);
      const payment = books.sessions.get(page)?.payment_intent ?? '';
      const { id } = books.refund(payment, byHand, {});
      await moderate(money, deal, 'close-for-customer');
      await money.work();
      expect(await findingKinds(money)).toEqual(['refunded_already']);
      if (left.length === 0) books.failRefund(id);
      await markDone('refunded_already');
      await differences();
      await money.work();
      expect(books.chargeOf(payment).amount_refunded).toBe(refunded);
      expect((await findingKinds(money)).toSorted()).toEqual(left);
      if (left.length > 0) await markDone();
      expect(await differences()).toEqual([]);
      await money.work();
      expect(books.chargeOf(payment).amount_refunded).toBe(7500);
      expect(await balance(db, 'refunds')).toBe(0);
      expect(await differences()).toEqual([]);
      expect(await findingKinds(money)).toEqual([]);
      expect(await brokenInvariants(db)).toEqual([]);
    },
  );

  it('counts two refunds by hand of what is owed, and tells nobody that it had failed', async () => {
    const { db } = money.world.context;
    const { books } = money.fake;
    const deal = await makeDeal(money);
    const page = await fund(money, deal);
    const payment = books.sessions.get(page)?.payment_intent ?? '';
    const losses = await balance(db, 'losses');
    books.refund(payment, 3000, {});
    books.refund(payment, 4500, {});
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    expect(await differences()).toHaveLength(2);
    await markDone();
    await markDone();
    expect(await differences()).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
    await money.work();
    expect(await balance(db, 'refunds')).toBe(0);
    expect(await balance(db, 'losses')).toBe(losses);
    expect(await findingKinds(money)).toEqual([]);
    expect(await mailsOfFailing(deal)).toEqual([]);
    expect(await differences()).toEqual([]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  it('tells who read that a refund did not arrive of each part of it that was made by hand', async () => {
    const { db } = money.world.context;
    const { books } = money.fake;
    const losses = await balance(db, 'losses');
    books.failRefund(last(books.refunds).id);
    await money.deliverAll();
    for (const cents of [500, 1500]) {
      books.refund(moved.payment, cents, {});
      // What is left of it is what is owed: that needs nobody to look.
      if ((await differences()).length > 0) await markDone();
      expect(await differences()).toEqual([]);
      expect(await findingKinds(money)).toEqual(cents === 500 ? ['refund_failed'] : []);
      expect(await brokenInvariants(db)).toEqual([]);
    }
    expect(await balance(db, 'refunds')).toBe(0);
    expect(await balance(db, 'losses')).toBe(losses);
    expect(await mailsOfFailing(moved.deal)).toEqual([
      'Your refund of $20.00 could not go back to where you paid from',
      'We have refunded your $5.00 once more',
      'We have refunded your $15.00 once more',
    ]);
  });

  it.each(['a transfer by hand', 'a payout by hand'])(
    'does not find %s again that a moderator has looked into',
    async (name) => {
      const [, inject] = AT_PROVIDER.find(([each]) => each === name) ?? [];
      const undo = inject?.();
      expect(await differences()).toHaveLength(1);
      await markDone();
      expect(await differences()).toEqual([]);
      expect(await differences({ everything: true })).toEqual([]);
      undo?.();
      expect(await differences({ everything: true })).toEqual([]);
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
    expect(await differences()).toEqual([]);
    // Not for one of another name.
    const byHand = money.fake.books.refund(moved.payment, 100, { key: 'by hand' });
    expect(await differences()).toHaveLength(1);
    money.fake.books.failRefund(byHand.id);
    money.fake.fault = () => null;
    await money.work();
    expect(await differences()).toEqual([]);
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
    const found = differences();
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
    expect(await differences()).toEqual([]);
  });

  it('goes on past an account that lets nobody in any more', async () => {
    const account = money.fake.books.accounts.get(moved.account);
    money.fake.books.accounts.delete(moved.account);
    expect(await differences()).toEqual(['paid out: 0 cents at the provider, 5000 here']);
    if (account) money.fake.books.accounts.set(account.id, account);
    expect(await differences()).toEqual([]);
  });
});

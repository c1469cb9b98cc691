import { beforeEach, describe, expect, it } from 'vitest';
import type { Milestone } from '#domain/milestone.ts';
import { ledgerState } from '../ledger/check-ledger.ts';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { differences, last, markDone } from '../testing/payments/compared.ts';
import {
  type Deal,
  findingKinds,
  finish,
  fund,
  makeDeal,
  moderate,
  onboard,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import { refundWholeRequest } from './cases.ts';
import { splitHeld } from './move-money.ts';

const money = useMoneyWorld();

/** A first hour of $100 is held: the customer has paid $75. */
let deal: Deal;
let payment: string;
let lostBefore: number;

beforeEach(async () => {
  deal = await makeDeal(money);
  await onboard(money, deal.developer);
  const page = await fund(money, deal);
  payment = money.fake.books.sessions.get(page)?.payment_intent ?? '';
  lostBefore = await balance(money.world.context.db, 'losses');
});

/** Somebody refunds it at the provider, past us. */
const byHand = (cents: number) => money.fake.books.refund(payment, cents, {}).id;
const refundedThere = () => money.fake.books.chargeOf(payment).amount_refunded;
const owed = () => balance(money.world.context.db, 'refunds');
const lost = async () => lostBefore - (await balance(money.world.context.db, 'losses'));
const mails = () => money.world.mails({ to: deal.customer.email, since: new Date(0) });

/** The same, and a moderator has looked into it. */
async function byHandLookedInto(cents: number): Promise<string> {
  const id = byHand(cents);
  expect(await differences(money)).toHaveLength(1);
  await markDone(money);
  expect(await differences(money)).toEqual([]);
  return id;
}

async function split(refunded_cents: number): Promise<void> {
  await change(money.world.context, async (each) => {
    const locked = await lockTicket(each.tx, deal.ticketId);
    const [milestone] = locked.milestones;
    const parts = { released_cents: 10_000 - refunded_cents, refunded_cents };
    if (milestone) await splitHeld(each, locked, milestone, parts);
  });
}

/** A refund of ours was made, and the bank has sent it back. */
async function comesBack(id = last(money.fake.books.refunds).id): Promise<void> {
  money.fake.books.failRefund(id);
  await money.deliverAll();
}

/** What the customer has read of a refund that did not arrive, or came once more. */
async function mailsOfFailing(): Promise<string[]> {
  return (await mails())
    .filter(({ kind }) => kind === 'refund_failed' || kind === 'refunded_again')
    .map(({ subject }) => subject);
}

async function expectInOrder(): Promise<void> {
  expect(await differences(money)).toEqual([]);
  expect(await findingKinds(money)).toEqual([]);
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
}

/** Nothing is owed any more, and nothing is to be looked at. */
async function expectSettled({ loss = 0 } = {}): Promise<void> {
  await expectInOrder();
  expect(await differences(money, { everything: true })).toEqual([]);
  expect({ owed: await owed(), lost: await lost() }).toEqual({ owed: 0, lost: loss });
}

describe('a refund by hand of what was owed', () => {
  it('is taken over', async () => {
    await moderate(money, deal, 'close-for-customer');
    byHand(7500);
    await money.work();
    // The customer has their money: nobody mails that it could not be paid back.
    const { findings } = await ledgerState(money.world.context.db);
    expect(findings).toMatchObject([{ kind: 'refunded_already', ticket_id: deal.ticketId }]);
    const record = deal.milestones[0]?.billing_record_id;
    expect(ok(await deal.customer.call('GET', `/api/billing-records/${record}`))).toMatchObject({
      refund_failed_cents: 0,
    });
    await expectSettled();
    expect(await mailsOfFailing()).toEqual([]);
  });

  it('is taken over once the bank had sent a refund back, each time', async () => {
    await split(2000);
    await money.work();
    await comesBack();
    for (let times = 0; times < 2; times++) {
      expect(await owed()).toBe(2000);
      expect(await findingKinds(money)).toEqual(['refund_failed']);
      const id = byHand(2000);
      await expectSettled();
      // Who read that it did not arrive reads that it was made again.
      expect((await mailsOfFailing()).slice(-2)).toEqual([
        'Your refund of $20.00 could not go back to where you paid from',
        'We have refunded your $20.00 once more',
      ]);
      await comesBack(id);
    }
    byHand(2000);
    await expectSettled();
  });

  it('is taken over with what was too much, once a moderator has looked into it', async () => {
    await split(6000);
    const id = byHand(7500);
    await money.work();
    expect(await differences(money)).toEqual(['paid back: 7500 cents at the provider, 0 here']);
    expect(await findingKinds(money)).toEqual(['refunded_already', 'provider_differs']);
    await markDone(money, 'refunded_already');
    expect(await owed()).toBe(6000);
    await expectSettled({ loss: 1500 });
    // It comes back: what was owed before is owed again, and the loss is none any more.
    await comesBack(id);
    expect({ owed: await owed(), lost: await lost() }).toEqual({ owed: 6000, lost: 0 });
    expect((await mailsOfFailing()).at(-1)).toContain('$60.00');
    expect(await brokenInvariants(money.world.context.db)).toEqual([]);
    expect(await differences(money)).toEqual([]);
    byHand(6000);
    await expectSettled();
  });

  it.each([true, false])(
    'counts where it is less, once a moderator has looked into it (into both findings: %s)',
    async (intoBoth) => {
      byHand(100);
      await moderate(money, deal, 'close-for-customer');
      await money.work();
      expect(await differences(money)).toHaveLength(1);
      expect(await findingKinds(money)).toEqual(['refunded_already', 'provider_differs']);
      if (intoBoth) await markDone(money, 'refunded_already');
      await markDone(money);
      await expectInOrder();
      expect({ owed: await owed(), lost: await lost() }).toEqual({ owed: 7400, lost: 0 });
      // The rest goes back by itself: nothing has failed, and nobody reads that it has.
      await money.work();
      expect(refundedThere()).toBe(7500);
      await expectSettled();
      expect(await mailsOfFailing()).toEqual([]);
    },
  );

  it.each([
    ['came back', 7500, 7500, []],
    ['is not looked into', 100, 100, ['provider_differs', 'refunded_already']],
  ])('that %s leaves it to be asked for again', async (_how, cents, refunded, left) => {
    const id = byHand(cents);
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    expect(await findingKinds(money)).toEqual(['refunded_already']);
    if (left.length === 0) money.fake.books.failRefund(id);
    await markDone(money, 'refunded_already');
    await differences(money);
    await money.work();
    expect(refundedThere()).toBe(refunded);
    expect((await findingKinds(money)).toSorted()).toEqual(left);
    if (left.length > 0) await markDone(money);
    expect(await differences(money)).toEqual([]);
    await money.work();
    expect(refundedThere()).toBe(7500);
    await expectSettled();
  });

  it('counts in two parts, and tells nobody that it had failed', async () => {
    byHand(3000);
    byHand(4500);
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    expect(await differences(money)).toHaveLength(2);
    await markDone(money);
    await markDone(money);
    expect(await differences(money)).toEqual([]);
    await money.work();
    await expectSettled();
    expect(await mailsOfFailing()).toEqual([]);
  });

  it('is told in each part to who read that it did not arrive', async () => {
    await split(2000);
    await money.work();
    await comesBack();
    for (const cents of [500, 1500]) {
      byHand(cents);
      // What is left of it is what is owed: that needs nobody to look.
      if ((await differences(money)).length > 0) await markDone(money);
      expect(await differences(money)).toEqual([]);
      expect(await findingKinds(money)).toEqual(cents === 500 ? ['refund_failed'] : []);
      expect(await brokenInvariants(money.world.context.db)).toEqual([]);
    }
    await expectSettled();
    expect(await mailsOfFailing()).toEqual([
      'Your refund of $20.00 could not go back to where you paid from',
      'We have refunded your $5.00 once more',
      'We have refunded your $15.00 once more',
    ]);
  });
});

describe('a refund by hand that nobody owed', () => {
  it('is a loss once a moderator has looked into it', async () => {
    const id = await byHandLookedInto(100);
    await expectSettled({ loss: 100 });
    // The bank sends it back: nothing is owed by that, and nobody is told that it is.
    await comesBack(id);
    await expectSettled();
    expect(await mailsOfFailing()).toEqual([]);
  });

  it('counts for what is owed afterwards', async () => {
    await finish(deal);
    await byHandLookedInto(7500);
    await change(money.world.context, async (each) =>
      refundWholeRequest(each, await lockTicket(each.tx, deal.ticketId), 'developer'),
    );
    expect({ owed: await owed(), lost: await lost() }).toEqual({ owed: 0, lost: 0 });
    // It has a receipt like any refund.
    expect((await mails()).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Receipt .* for your refund of \$75\.00$/),
    );
    await money.work();
    await expectSettled();
  });

  it.each([
    [7500, 100],
    [2000, 2000],
    [1000, 2000],
  ])(
    'leaves of refunds of %i cents that are owed only what is beyond %i',
    async (refunded_cents, cents) => {
      await byHandLookedInto(cents);
      await split(refunded_cents);
      await money.work();
      expect(refundedThere()).toBe(Math.max(cents, refunded_cents));
      // What was refunded and is not owed stays a loss.
      await expectSettled({ loss: Math.max(0, cents - refunded_cents) });
    },
  );

  it.each(['before', 'after'])(
    'ends the hold with a dispute that takes all it has left, looked into %s it was lost',
    async (when) => {
      byHand(100);
      const lookInto = async () => {
        expect(await differences(money)).toHaveLength(1);
        await markDone(money);
        expect(await differences(money)).toEqual([]);
      };
      const milestone = async () => {
        const path = `/api/tickets/${deal.ticketId}/milestones`;
        return ok(await deal.customer.call<{ items: Milestone[] }>('GET', path)).items[0];
      };
      if (when === 'before') await lookInto();
      expect(await milestone()).toMatchObject({ billing_status: 'held' });
      const { books } = money.fake;
      const id = books.dispute(payment) ?? '';
      await money.deliverAll();
      books.closeDispute(id, 'lost');
      await money.deliverAll();
      await money.work();
      if (when === 'after') await lookInto();
      // The customer has all of it: the work is not paid any more, and can be paid again.
      expect(await milestone()).toMatchObject({ billing_status: 'unpaid' });
      const told = (await money.world.mails())
        .filter(({ kind }) => kind === 'payment_lost')
        .slice(-2);
      expect(told.map(({ recipient }) => recipient).sort()).toEqual(
        [deal.customer.email, deal.developer.email].sort(),
      );
      // The whole payment, not the part that came last.
      for (const { body_text } of told) expect(body_text).toMatch(/^[^.]*\$75\.00/m);
      const path = `/api/tickets/${deal.ticketId}/money`;
      expect(ok(await deal.customer.call('GET', path))).toMatchObject({
        held_cents: 0,
        refunded_cents: 7500,
      });
      await expectSettled();
    },
  );

  it('leaves the rest of what was asked for before it was booked', async () => {
    await moderate(money, deal, 'close-for-customer');
    // Asked for, and nobody knows yet what became of it.
    await money.world.context.db
      .updateTable('provider_calls')
      .set({ keyed_at: new Date() })
      .where('kind', '=', 'refund')
      .where('state', '=', 'pending')
      .execute();
    await byHandLookedInto(100);
    await money.work();
    await money.work();
    expect(refundedThere()).toBe(7500);
    await expectSettled();
  });
});

import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BillingRecord, TicketMoney } from '#domain/billing.ts';
import type { Decision } from '#domain/decision.ts';
import type { Earnings } from '#domain/earnings.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { PaymentReview } from '#domain/moderation.ts';
import type { Ticket } from '#domain/ticket.ts';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { givePassword, PASSWORD } from '../testing/accounts.ts';
import { grab, ok } from '../testing/deeds.ts';
import { listenTo } from '../testing/live.ts';
import { PATIENCE } from '../testing/patience.ts';
import {
  type Deal,
  findingKinds,
  finish,
  fund,
  makeDeal,
} from '../testing/payments/money-world.ts';
import {
  accept,
  CHARGE,
  helpWith,
  look,
  lookedAtDeal,
  PRICE,
  SHARE,
} from '../testing/payments/reviewed-deal.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import type { Person } from '../testing/world.ts';
import { compareWithProvider } from './compare.ts';

// Work whose payment moderators still look at is approved as any other. Only its money waits.

const money = useMoneyWorld();
let moderator: Person;
beforeAll(async () => {
  moderator = await money.world.person('moderator', { name: 'Mo' });
});
afterEach(async () => {
  await money.work();
  await compareWithProvider(money.world.context, { everything: true });
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
  expect(await findingKinds(money)).toEqual([]);
});

const milestoneOf = async (person: Person, { ticketId }: Deal) => {
  const path = `/api/tickets/${ticketId}/milestones`;
  return ok(await person.call<{ items: Milestone[] }>('GET', path)).items[0];
};
const ticketOf = async ({ customer, ticketId }: Deal) =>
  ok(await customer.call<Ticket>('GET', `/api/tickets/${ticketId}`));
const moneyOf = async (person: Person, { ticketId }: Deal) =>
  ok(await person.call<TicketMoney>('GET', `/api/tickets/${ticketId}/money`));
const earningsOf = async (developer: Person) =>
  ok(await developer.call<Earnings>('GET', '/api/earnings'));
const receiptOf = async ({ customer, milestones }: Deal) => {
  const path = `/api/billing-records/${milestones[0]?.billing_record_id}`;
  return ok(await customer.call<BillingRecord>('GET', path));
};
const queued = async ({ ticketId }: Deal) => {
  const path = '/api/moderation/payments?limit=100';
  const { items } = ok(await moderator.call<{ items: PaymentReview[] }>('GET', path));
  return items.find(({ ticket }) => ticket.id === ticketId);
};
const outcomes = async (person: Person, { ticketId }: Deal) => {
  const path = `/api/tickets/${ticketId}/decisions`;
  const { items } = ok(await person.call<{ items: Decision[] }>('GET', path));
  return items.map(({ outcome }) => outcome);
};

/** What the provider was made to move for a deal: back to the customer, and to the developer. */
async function movedFor({ milestones }: Deal) {
  await money.work();
  const rows = await money.world.context.db
    .selectFrom('provider_calls')
    .select(['kind', 'amount_cents', 'state'])
    .where('billing_record_id', '=', milestones[0]?.billing_record_id ?? '')
    .where('kind', 'in', ['refund', 'transfer'])
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, amount_cents, state }) => `${kind} ${amount_cents} ${state}`);
}

describe('work that is approved while its payment is looked at', () => {
  it('is approved for all; only its money waits, and both sides read the truth of it', async () => {
    const deal = await lookedAtDeal(money);
    expect(ok(await accept(deal))).toMatchObject({ status: 'ACCEPTED' });
    expect(await ticketOf(deal)).toMatchObject({
      status: 'CUSTOMER_APPROVED',
      actions: { rate: { allowed: true } },
    });
    for (const person of [deal.customer, deal.developer])
      expect(await milestoneOf(person, deal)).toMatchObject({
        status: 'ACCEPTED',
        billing_status: 'held',
        paid: true,
        released_cents: 0,
        payment_in_review: true,
        awarded_cents: PRICE,
      });
    expect(await moneyOf(deal.customer, deal)).toMatchObject({
      held_cents: CHARGE,
      released_cents: 0,
    });
    expect(await moneyOf(deal.developer, deal)).toMatchObject({
      held_cents: SHARE,
      released_cents: 0,
    });
    expect(await earningsOf(deal.developer)).toMatchObject({
      held_cents: SHARE,
      looked_at_cents: SHARE,
      available_cents: 0,
      items: [],
    });
    expect(await receiptOf(deal)).toMatchObject({ status: 'held', payment_in_review: true });
    expect(await queued(deal)).toMatchObject({ awarded_cents: PRICE });
    expect(await movedFor(deal)).toEqual([]);
  });

  it('is released with the clearing, as if it had been approved then', async () => {
    const deal = await lookedAtDeal(money);
    ok(await accept(deal));
    ok(await look(moderator, deal, 'clear'));
    expect(await milestoneOf(deal.developer, deal)).toMatchObject({
      status: 'ACCEPTED',
      billing_status: 'released',
      released_cents: SHARE,
      payment_in_review: false,
      awarded_cents: null,
    });
    expect(await earningsOf(deal.developer)).toMatchObject({
      held_cents: 0,
      looked_at_cents: 0,
      available_cents: SHARE,
      items: [{ kind: 'release', amount_cents: SHARE, gross_cents: PRICE, fee_cents: 3000 }],
    });
    expect(await movedFor(deal)).toEqual([`transfer ${SHARE} done`]);
    expect(await outcomes(deal.developer, deal)).toEqual([
      'A moderator looked at the payment for “Fix the login”. It goes on: $300.00 released; Unblock bears $25.00 of what is released',
    ]);
    ok(await deal.developer.call('POST', '/api/earnings/payouts'));
  });

  it('is released by the approval, where the payment was cleared before', async () => {
    const deal = await lookedAtDeal(money);
    ok(await look(moderator, deal, 'clear'));
    expect(await milestoneOf(deal.developer, deal)).toMatchObject({
      billing_status: 'held',
      payment_in_review: false,
      awarded_cents: null,
    });
    expect(await movedFor(deal)).toEqual([]);
    expect(await outcomes(deal.developer, deal)).toEqual([
      'A moderator looked at the payment for “Fix the login”. It goes on as usual',
    ]);
    ok(await accept(deal));
    expect(await movedFor(deal)).toEqual([`transfer ${SHARE} done`]);
  });

  it('stays approved when the payment is refused, and all of it goes back', async () => {
    const deal = await lookedAtDeal(money);
    ok(await accept(deal));
    ok(await look(moderator, deal, 'refuse'));
    for (const person of [deal.customer, deal.developer])
      expect(await milestoneOf(person, deal)).toMatchObject({
        status: 'ACCEPTED',
        billing_status: 'refunded',
        refunded_cents: CHARGE,
        paid: false,
        payment_in_review: false,
        awarded_cents: null,
      });
    expect((await ticketOf(deal)).status).toBe('CUSTOMER_APPROVED');
    expect(await movedFor(deal)).toEqual([`refund ${CHARGE} done`]);
    expect(await receiptOf(deal)).toMatchObject({
      status: 'refunded',
      refunds: [{ amount_cents: CHARGE }],
    });
    expect(await earningsOf(deal.developer)).toMatchObject({
      held_cents: 0,
      looked_at_cents: 0,
      available_cents: 0,
      items: [],
    });
    expect(await outcomes(deal.customer, deal)).toEqual([
      'A moderator looked at the payment for “Fix the login”. It goes back to the customer: $275.00',
    ]);
    const path = `/api/milestones/${deal.milestones[0]?.id}/checkout`;
    expect((await deal.customer.call('POST', path)).status).toBe(409);
  });

  it('stays approved by a refusal while the request goes on', async () => {
    const deal = await lookedAtDeal(money, [{}]);
    ok(await accept(deal));
    ok(await look(moderator, deal, 'refuse'));
    expect(await milestoneOf(deal.customer, deal)).toMatchObject({
      status: 'ACCEPTED',
      billing_status: 'refunded',
    });
    expect((await ticketOf(deal)).status).toBe('DEVELOPER_WORKING');
  });

  it('cannot be approved once the payment was refused, until it is paid again', async () => {
    const deal = await lookedAtDeal(money);
    ok(await look(moderator, deal, 'refuse'));
    expect(await accept(deal)).toMatchObject({ body: { code: 'milestone_not_paid' } });
    expect(await movedFor(deal)).toEqual([`refund ${CHARGE} done`]);
    expect(await outcomes(deal.customer, deal)).toEqual([
      expect.stringMatching(/ \$275\.00\. It can be paid again at the usual price$/),
    ]);
  });

  it('keeps the account of whoever waits for it, and does without the customer’s', async () => {
    const deal = await lookedAtDeal(money);
    ok(await accept(deal));
    const other = await money.world.person('developer');
    for (const person of [deal.customer, deal.developer, other])
      await givePassword(money.world, person);
    const leave = ({ call }: Person) => call('DELETE', '/api/me', { password: PASSWORD });
    expect(await leave(deal.developer)).toMatchObject({ body: { code: 'earnings_left' } });
    for (const person of [deal.customer, other])
      expect((await leave(person)).status).toBeLessThan(300);
    ok(await look(moderator, deal, 'clear'));
    expect(await movedFor(deal)).toEqual([`transfer ${SHARE} done`]);
  });

  it('goes back by the customer’s bank, if that takes the payment first', async () => {
    const deal = await lookedAtDeal(money);
    ok(await accept(deal));
    const { books } = money.fake;
    const dispute = books.dispute([...books.intents.keys()].at(-1) ?? '');
    books.closeDispute(dispute ?? '', 'lost');
    await money.deliverAll();
    expect(await milestoneOf(deal.developer, deal)).toMatchObject({
      status: 'ACCEPTED',
      billing_status: 'refunded',
      awarded_cents: null,
    });
    expect(await queued(deal)).toBeUndefined();
    expect(await look(moderator, deal, 'clear')).toMatchObject({
      body: { code: 'payment_not_in_review' },
    });
    const letters = (await money.world.mails()).filter(
      ({ kind, recipient }) => kind === 'payment_lost' && recipient === deal.customer.email,
    );
    expect(JSON.stringify(letters)).toMatch(/stays accepted/);
    expect(JSON.stringify(letters)).not.toMatch(/pay the milestone again/);
  });

  it('goes back by the customer’s bank, and whose work it was is told, not who has the request by then', async () => {
    const deal = await lookedAtDeal(money, [{}]);
    ok(await accept(deal));
    const { books } = money.fake;
    const dispute = books.dispute([...books.intents.keys()].at(-1) ?? '') ?? '';
    const note = { note: 'The first part is done.' };
    ok(await deal.developer.call('POST', `/api/tickets/${deal.ticketId}/give-back`, note));
    const next = await money.world.person('developer');
    await grab(next, deal.ticketId);
    books.closeDispute(dispute, 'lost');
    await money.deliverAll();
    const told = (await money.world.mails()).filter(({ kind }) => kind === 'payment_lost');
    const mailed = told.map(({ recipient }) => recipient);
    expect(mailed).toContain(deal.developer.email);
    expect(mailed).not.toContain(next.email);
    const notified = await money.world.context.db
      .selectFrom('notifications')
      .select('person_id')
      .where('ticket_id', '=', deal.ticketId)
      .where('kind', '=', 'payment_lost')
      .execute();
    const ids = notified.map(({ person_id }) => person_id);
    expect(ids.sort()).toEqual([deal.customer.id, deal.developer.id].sort());
  });
});

describe('what a moderator decides while a payment is looked at', () => {
  const parts = { released_cents: 10_000, refunded_cents: 20_000 };
  const split = (deal: Deal) =>
    helpWith(moderator, deal, 'split', { milestone_id: deal.milestones[0]?.id, ...parts });

  it('divides it once, and both parts move with the clearing', async () => {
    const deal = await lookedAtDeal(money);
    ok(await split(deal));
    expect(await outcomes(deal.developer, deal)).toEqual([
      expect.stringMatching(
        /: \$100\.00 released, \$200\.00 refunded once its payment was looked at; Unblock bears \$25\.00/,
      ),
    ]);
    expect(await split(deal)).toMatchObject({ status: 409, body: { code: 'payment_in_review' } });
    expect(await earningsOf(deal.developer)).toMatchObject({
      held_cents: 9000,
      looked_at_cents: 9000,
    });
    expect(await movedFor(deal)).toEqual([]);
    ok(await helpWith(moderator, deal, 'resume'));
    // What was divided stays so when the work is approved.
    ok(await accept(deal));
    ok(await look(moderator, deal, 'clear'));
    expect(await milestoneOf(deal.customer, deal)).toMatchObject({
      billing_status: 'released',
      // Of what the customer paid: $25.00 of it is ours.
      released_cents: 7500,
      refunded_cents: 20_000,
    });
    expect(await movedFor(deal)).toEqual(['refund 20000 done', 'transfer 9000 done']);
    expect((await outcomes(deal.developer, deal))[0]).toMatch(
      / It goes on: \$100\.00 released, \$200\.00 refunded; Unblock bears \$25\.00/,
    );
  });

  it('divides it, and refused it can be paid again while the request runs', async () => {
    const deal = await lookedAtDeal(money);
    ok(await split(deal));
    // What was divided would have no milestone any more.
    expect(await helpWith(moderator, deal, 'reopen')).toMatchObject({
      body: { code: 'payment_in_review' },
    });
    ok(await look(moderator, deal, 'refuse'));
    expect(await milestoneOf(deal.customer, deal)).toMatchObject({
      billing_status: 'unpaid',
      awarded_cents: null,
    });
    expect(await movedFor(deal)).toEqual([`refund ${CHARGE} done`]);
  });

  it.each([
    ['clear', [`transfer ${SHARE} done`], 'released'],
    ['refuse', [`refund ${CHARGE} done`], 'refunded'],
  ] as const)('closes for the unblocker: %s moves it then', async (act, moved, billing_status) => {
    const deal = await lookedAtDeal(money);
    ok(await helpWith(moderator, deal, 'close-for-developer'));
    expect((await ticketOf(deal)).status).toBe('CUSTOMER_APPROVED');
    expect(await outcomes(deal.developer, deal)).toEqual([
      expect.stringMatching(
        /\$300\.00 released once its payment was looked at; Unblock bears \$25\.00/,
      ),
    ]);
    expect(await movedFor(deal)).toEqual([]);
    ok(await look(moderator, deal, act));
    expect(await movedFor(deal)).toEqual(moved);
    expect(await milestoneOf(deal.customer, deal)).toMatchObject({ billing_status });
  });

  it('closes for the customer, and what was approved before still waits', async () => {
    const deal = await lookedAtDeal(money, [{}]);
    ok(await accept(deal));
    ok(await helpWith(moderator, deal, 'close-for-customer'));
    expect(await queued(deal)).toMatchObject({ awarded_cents: PRICE });
    expect(await movedFor(deal)).toEqual([]);
    ok(await look(moderator, deal, 'clear'));
    expect(await movedFor(deal)).toEqual([`transfer ${SHARE} done`]);
  });

  it('gives all money back, also what was approved', async () => {
    const deal = await lookedAtDeal(money);
    ok(await accept(deal));
    const path = `/api/moderation/tickets/${deal.ticketId}/money-back`;
    ok(await moderator.call('POST', path, { reason: 'Both were heard.', borne_by: 'platform' }));
    expect(await queued(deal)).toBeUndefined();
    expect(await movedFor(deal)).toEqual([`refund ${CHARGE} done`]);
  });

  it('returns it to the open list, and whose work was approved is paid for it', async () => {
    const deal = await lookedAtDeal(money, [{}]);
    ok(await accept(deal));
    ok(await helpWith(moderator, deal, 'reopen'));
    const next = await money.world.person('developer');
    await grab(next, deal.ticketId);
    expect(await moneyOf(next, deal)).toMatchObject({ held_cents: 0 });
    expect(await earningsOf(next)).toMatchObject({ held_cents: 0, looked_at_cents: 0 });
    expect(await earningsOf(deal.developer)).toMatchObject({ looked_at_cents: SHARE });
    ok(await look(moderator, deal, 'clear'));
    expect(await balance(money.world.context.db, 'developer', deal.developer.id)).toBe(SHARE);
    const told = (await money.world.mails()).filter(({ kind }) => kind === 'moderator_decision');
    const last = told.slice(-2).map(({ recipient }) => recipient);
    expect(last.sort()).toEqual([deal.customer.email, deal.developer.email].sort());
  });
});

describe('what is looked at because of another payment', () => {
  const recordOf = ({ milestones }: Deal, index = 0) =>
    money.world.context.db
      .selectFrom('billing_records')
      .select(['status', 'review_reasons'])
      .where('id', '=', milestones[index]?.billing_record_id ?? '')
      .executeTakeFirstOrThrow();

  it('is no payment at the usual price', async () => {
    const deal = await makeDeal(money, [{}, { hours: 1, hourly_rate: 300 }]);
    await fund(money, deal);
    await fund(money, deal, 1);
    await fund(money, await makeDeal(money, [{}], deal.developer));
    expect(await recordOf(deal, 1)).toEqual({ status: 'held', review_reasons: null });
  });

  it('is what a card paid for that somebody else tried, until it is released, and no other', async () => {
    const { books } = money.fake;
    const paidBy = async (card: string | null, developer?: Person) => {
      const deal = await makeDeal(money, [{}], developer);
      books.card = card;
      await fund(money, deal);
      books.card = null;
      return deal;
    };
    const released = await paidBy('fp_first');
    const { developer } = released;
    await finish(released);
    const held = await paidBy('fp_second', developer);
    const other = await paidBy(null, developer);
    const stream = await listenTo(await money.world.listen(), held.customer);
    onTestFinished(() => stream.close());
    for (const card of ['fp_first', 'fp_second'])
      expect(await recordOf(await paidBy(card, developer))).toMatchObject({ status: 'unpaid' });
    const told = { event: 'ticket', data: { ticket_id: held.ticketId } };
    await vi.waitFor(() => expect(stream.heard).toContainEqual(told), PATIENCE);
    expect(await recordOf(released)).toEqual({ status: 'released', review_reasons: null });
    expect(await recordOf(held)).toEqual({ status: 'held', review_reasons: ['refused'] });
    expect(await recordOf(other)).toEqual({ status: 'held', review_reasons: null });
  });
});

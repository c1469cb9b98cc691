import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { BillingRecord } from '#domain/billing.ts';
import type { Export } from '#domain/export.ts';
import type { LedgerReport } from '#domain/moderation.ts';
import { refusals } from '#domain/refusals.ts';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import type { Fault } from '../testing/payments/fake-stripe.ts';
import { newEvent, newPayout, newRefund } from '../testing/payments/fake-stripe-answers.ts';
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
import { takeFailedPayout } from './failed-movements.ts';
import { closePages } from './holds.ts';
import { reconcile } from './reconcile.ts';
import { settleDeveloper } from './settle.ts';

const money = useMoneyWorld();
afterEach(async () => {
  money.fake.fault = () => null;
  // What a developer is not onboarded for may wait; nothing else may be out of order.
  expect(await brokenInvariants(money.world.context.db)).toEqual([]);
});

/** Lets the first calls of a kind fail in this way. */
function failing(path: RegExp, faults: Fault[]): void {
  money.fake.fault = (asked) =>
    asked.method === 'POST' && path.test(asked.path) ? (faults.shift() ?? null) : null;
}

async function refundsOf({ milestones }: Deal): Promise<number> {
  const rows = await money.world.context.db
    .selectFrom('checkouts')
    .select('payment_reference')
    .where('billing_record_id', '=', milestones[0]?.billing_record_id ?? '')
    .execute();
  return money.fake.books.refunds.filter((refund) =>
    rows.some(({ payment_reference }) => payment_reference === refund.payment_intent),
  ).length;
}

async function stateOf({ milestones }: Deal, kind: 'refund' | 'transfer') {
  return money.world.context.db
    .selectFrom('provider_calls')
    .select(['state', 'tries', 'generation'])
    .where('billing_record_id', '=', milestones[0]?.billing_record_id ?? '')
    .where('kind', '=', kind)
    .execute();
}

async function receiptOf({ customer, milestones }: Deal): Promise<BillingRecord> {
  const record = milestones[0]?.billing_record_id;
  return ok(await customer.call('GET', `/api/billing-records/${record}`));
}

const COULD_NOT_GO_BACK = 'Your refund of $75.00 could not go back to where you paid from';
const ENOUGH_RUNS = 4;

describe('a refund', () => {
  it.each<[string, Fault[]]>([
    ['the connection breaks before it is made', ['dropped before', 'dropped before']],
    ['the connection breaks after it was made', ['dropped after', 'dropped after']],
    ['the provider fails before it is made', ['error before']],
    ['the provider fails after it was made', ['error after']],
    ['the provider fails again and again', ['error before', 'error after', 'error before']],
    ['too much is asked of the provider', ['rate limited', 'rate limited']],
  ])('is made once when %s', async (_name, faults) => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    failing(/refunds$/, faults);
    for (let run = 0; run < ENOUGH_RUNS; run++) await money.work();
    expect(await refundsOf(deal)).toBe(1);
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done' }]);
    expect(await balance(money.world.context.db, 'refunds')).toBe(0);
  });

  it('is not made again when the provider has forgotten the key of one that we missed', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    failing(/refunds$/, ['dropped after', 'dropped after']);
    await money.work();
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'pending', tries: 1 }]);
    expect((await money.world.app.inject('/metrics')).body).toMatch(
      /unblock_provider_call_age_seconds (?!0\n)/,
    );
    money.fake.forgetKeys();
    await money.world.context.db
      .updateTable('provider_calls')
      .set({ keyed_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('state', '=', 'pending')
      .execute();
    await money.work();
    expect(await refundsOf(deal)).toBe(1);
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done' }]);
  });

  it('is made, however many calls were made before it', async () => {
    const { db } = money.world.context;
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    // As many as one run looks at.
    await sql`insert into provider_calls
        (key, provider, kind, request, state, reference, created_at, settled_at)
      select 'made:' || n, 'stripe', 'expire', '{"kind": "expire"}', 'done', 'cs_' || n,
        now() - interval '1 day', now() from generate_series(1, 200) n`.execute(db);
    await money.work();
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done' }]);
    await db.deleteFrom('provider_calls').where('key', 'like', 'made:%').execute();
  });

  it('has one new key after a try that may have worked, whatever goes wrong next', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    failing(/refunds$/, ['error before', 'rate limited']);
    for (let run = 0; run < ENOUGH_RUNS; run++) await money.work();
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done', generation: 1 }]);
  });

  it('is asked for by one server at a time', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    money.fake.fault = () => 'slow';
    await Promise.all([money.work(), money.work(), money.work()]);
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done', tries: 1 }]);
  });

  it('is not asked for by another server while the provider takes its time', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    money.fake.hold = ({ path }) => (path.endsWith('/refunds') ? held : null);
    const heldNow = money.fake.untilHeld();
    const first = money.work();
    await heldNow;
    money.fake.hold = () => null;
    await sleep(150);
    await money.work();
    answer();
    await first;
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done', tries: 1 }]);
  });

  it('that the customer’s bank does not take is owed again, and a person is told', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    money.fake.books.failRefund(money.fake.books.refunds.at(-1)?.id ?? '');
    await money.deliverAll();
    const told = async () =>
      (await money.world.mails()).filter(({ kind }) => kind === 'refund_failed');
    expect(await balance(money.world.context.db, 'refunds')).toBe(7500);
    expect(await findingKinds(money)).toEqual(['refund_failed']);
    expect(await told()).toMatchObject([
      { recipient: deal.customer.email, subject: COULD_NOT_GO_BACK },
    ]);
    expect(await receiptOf(deal)).toMatchObject({
      refunds: [{ amount_cents: 7500 }],
      refund_failed_cents: 7500,
    });
    // Told once more, it is owed once.
    const said = money.fake.books.events.at(-1);
    if (!said) throw new Error('nothing failed');
    expect(await money.deliver({ ...said, id: `${said.id}_again` })).toBe(200);
    expect(await balance(money.world.context.db, 'refunds')).toBe(7500);
    expect(await told()).toHaveLength(1);
  });

  it.each([
    ['is not taken by the customer’s bank', true],
    ['is refused by the provider', false],
  ])('that %s is paid back another way, and booked once', async (_, isTakenFirst) => {
    const deal = await makeDeal(money);
    const page = await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    const intent = money.fake.books.sessions.get(page)?.payment_intent ?? '';
    if (!isTakenFirst) money.fake.books.unrefundable.add(intent);
    await money.work();
    if (isTakenFirst) money.fake.books.failRefund(money.fake.books.refunds.at(-1)?.id ?? '');
    await money.deliverAll();
    const moderator = await money.world.person('moderator');
    const state = ok(await moderator.call<LedgerReport>('GET', '/api/moderation/ledger'));
    const finding = state.findings.find(({ ticket_id }) => ticket_id === deal.ticketId);
    expect(finding).toMatchObject({ kind: 'refund_failed' });
    expect(finding?.detail).toContain('$75.00');
    expect(await receiptOf(deal)).toMatchObject({ refund_failed_cents: 7500 });
    const owed = await balance(money.world.context.db, 'refunds');

    const path = `/api/moderation/findings/${finding?.id}/done`;
    const body = { reason: 'Paid by bank transfer, reference 77.' };
    const both = await Promise.all([1, 2].map(() => moderator.call('POST', path, body)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await balance(money.world.context.db, 'refunds')).toBe(owed - 7500);
    expect(await receiptOf(deal)).toMatchObject({
      refund_failed_cents: 0,
      paid_elsewhere_cents: 7500,
    });
    const exported = ok(await deal.customer.call<Export>('GET', '/api/me/export'));
    expect(
      exported.ledger_lines_as_customer
        .filter(({ kind }) => kind === 'paid_elsewhere')
        .map(({ account, amount_cents }) => `${account} ${amount_cents}`)
        .toSorted(),
    ).toEqual(['outside 7500', 'refunds -7500']);
    const mails = await money.world.mails();
    expect(
      mails
        .filter(({ recipient }) => recipient === deal.customer.email)
        .map(({ subject }) => subject)
        .filter((subject) => /back/.test(subject)),
    ).toEqual([COULD_NOT_GO_BACK, 'We have paid back your $75.00 another way']);
  });

  it('waits while the payment looks unknown, as with a key of another platform', async () => {
    const deal = await makeDeal(money);
    const page = await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    const { sessions, intents } = money.fake.books;
    const intent = sessions.get(page)?.payment_intent ?? '';
    const payment = intents.get(intent);
    if (!payment) throw new Error('nothing was paid');
    intents.delete(intent);
    await money.work();
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'pending' }]);
    expect(await receiptOf(deal)).toMatchObject({ refund_failed_cents: 0 });
    // With our own key again, which has its own memory of what was asked.
    intents.set(intent, payment);
    money.fake.forgetKeys();
    await reconcile(money.world.context, { olderThanMs: 0 });
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done' }]);
  });

  it('is no payout, whatever is said of a payout of its name', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    await money.work();
    const { id = '' } = money.fake.books.refunds.at(-1) ?? {};
    await change(money.world.context, (each) =>
      takeFailedPayout(each, 'stripe', { reference: id, account: null }),
    );
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done' }]);
  });

  it('of another program is none of ours, but where one of ours may have its name', async () => {
    const { fake } = money;
    const failed = () => money.deliver(newEvent('refund.failed', newRefund({})));
    expect(await failed()).toBe(200);
    const deal = await makeDeal(money);
    await fund(money, deal);
    await moderate(money, deal, 'close-for-customer');
    // Planned, and not asked for yet.
    expect(await failed()).toBe(200);
    fake.fault = ({ path }) => (path.endsWith('/refunds') ? 'dropped after' : null);
    await money.work();
    fake.fault = () => null;
    expect(await failed()).toBe(503);
    // What is refunded says whether it may be ours.
    const { payment_intent = '' } = fake.books.refunds.at(-1) ?? {};
    const failedOf = (payment_intent: string) =>
      money.deliver(newEvent('refund.failed', newRefund({ payment_intent })));
    expect([await failedOf('pi_other'), await failedOf(payment_intent)]).toEqual([200, 503]);
    expect(await money.deliver(newEvent('payout.failed', newPayout({})))).toBe(200);
    await madeBy('sandbox');
    expect(await failed()).toBe(200);
    await madeBy('stripe');
    await money.work();
    expect(await failed()).toBe(200);

    // Another provider may have given the same name.
    await madeBy('sandbox');
    fake.books.failRefund(fake.books.refunds.at(-1)?.id ?? '');
    await money.deliverAll();
    expect(await stateOf(deal, 'refund')).toMatchObject([{ state: 'done' }]);
    await madeBy('stripe');

    function madeBy(provider: string) {
      return money.world.context.db
        .updateTable('provider_calls')
        .set({ provider })
        .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
        .where('kind', '=', 'refund')
        .execute();
    }
  });
});

describe('a transfer', () => {
  it('is made on acceptance, from the payment of its milestone, and never before', async () => {
    const deal = await makeDeal(money, [{ hours: 6 }]);
    await onboard(money, deal.developer);
    const page = await fund(money, deal);
    const { books } = money.fake;
    const earlier = books.transfers.size;
    await money.work();
    expect(books.transfers.size).toBe(earlier);
    await finish(deal);
    await money.work();
    const [transfer] = [...books.transfers.values()].slice(earlier);
    expect(transfer).toMatchObject({
      amount: 27_000,
      source_transaction: books.chargeOf(books.sessions.get(page)?.payment_intent ?? '').id,
      transfer_group: deal.milestones[0]?.billing_record_id,
    });
  });

  it.each<[string, Fault[]]>([
    ['the connection breaks after it was made', ['dropped after', 'dropped after']],
    ['the provider fails after it was made', ['error after']],
  ])('is made once when %s', async (_name, faults) => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    await fund(money, deal);
    await finish(deal);
    failing(/transfers$/, faults);
    for (let run = 0; run < ENOUGH_RUNS; run++) await money.work();
    expect(await stateOf(deal, 'transfer')).toMatchObject([{ state: 'done' }]);
    expect(await balance(money.world.context.db, 'connected', deal.developer.id)).toBe(-9000);
  });

  it('that the provider refuses rests for a day, and is tried again then', async () => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    await fund(money, deal);
    await finish(deal);
    const { accounts } = money.fake.books;
    const account = [...accounts.values()].at(-1);
    if (!account) throw new Error('there is no account');
    accounts.delete(account.id);
    await money.work();
    accounts.set(account.id, account);
    const statesAfter = async (hours: number) => {
      await money.world.context.db
        .updateTable('provider_calls')
        .set({ settled_at: new Date(Date.now() - hours * 3_600_000) })
        .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
        .where('state', '=', 'failed')
        .execute();
      await money.work();
      return (await stateOf(deal, 'transfer')).map(({ state }) => state).sort();
    };
    expect(await statesAfter(23)).toEqual(['failed']);
    expect(await statesAfter(25)).toEqual(['done', 'failed']);
  });

  it('that the provider refuses is the only one that fails', async () => {
    const other = await makeDeal(money);
    await fund(money, other);
    await moderate(money, other, 'close-for-customer');
    failing(/refunds$/, ['dropped before', 'dropped before']);
    await money.work();
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    await fund(money, deal);
    await finish(deal);
    const { accounts } = money.fake.books;
    const account = [...accounts.values()].at(-1);
    if (!account) throw new Error('there is no account');
    accounts.delete(account.id);
    await settleDeveloper(money.world.context, deal.developer.id);
    accounts.set(account.id, account);
    expect(await stateOf(deal, 'transfer')).toMatchObject([{ state: 'failed', tries: 1 }]);
    expect(await stateOf(other, 'refund')).toMatchObject([{ state: 'pending', tries: 1 }]);
    await money.work();
    expect(await refundsOf(other)).toBe(1);
  });

  it('that the provider does not answer is one that its job has to make again', async () => {
    const deal = await makeDeal(money);
    await onboard(money, deal.developer);
    await fund(money, deal);
    await finish(deal);
    const settled = () => settleDeveloper(money.world.context, deal.developer.id);
    failing(/transfers$/, ['dropped before', 'dropped before']);
    await expect(settled()).rejects.toMatchObject({ outcome: 'again' });
    await settled();
    expect(await stateOf(deal, 'transfer')).toMatchObject([{ state: 'done' }]);
  });

  it('waits until the developer has an account', async () => {
    const deal = await makeDeal(money);
    await fund(money, deal);
    await finish(deal);
    const { accounts } = money.fake.books;
    const before = accounts.size;
    await settleDeveloper(money.world.context, deal.developer.id);
    await money.work();
    expect(await stateOf(deal, 'transfer')).toEqual([]);
    // It is opened by the developer, not by what is owed to them.
    expect(accounts.size).toBe(before);
    await onboard(money, deal.developer);
    await money.work();
    expect(await stateOf(deal, 'transfer')).toMatchObject([{ state: 'done' }]);
  });
});

describe('a checkout', () => {
  /** As a change of the plan does. */
  const close = ({ milestones: [first] }: Deal) =>
    change(money.world.context, (change) => closePages(change, first?.billing_record_id ?? ''));
  const press = ({ customer, milestones: [first] }: Deal, key: string) =>
    customer.call('POST', `/api/milestones/${first?.id}/checkout`, undefined, {
      'idempotency-key': key,
    });
  const pages = (deal: Deal) =>
    money.world.context.db
      .selectFrom('checkouts')
      .select(['status', 'provider_reference'])
      .where('billing_record_id', '=', deal.milestones[0]?.billing_record_id ?? '')
      .execute();

  it('that was closed before its page opened is not opened by the same press sent again', async () => {
    const deal = await makeDeal(money);
    // What the approval of the plan has opened.
    await close(deal);
    failing(/sessions$/, ['dropped before', 'dropped before', 'dropped before']);
    expect(await press(deal, 'first')).toMatchObject({ status: 503 });
    money.fake.fault = () => null;
    await close(deal);
    expect(await press(deal, 'first')).toMatchObject({
      status: 409,
      body: { code: 'money_changed' },
    });
    expect(await pages(deal)).toContainEqual({ status: 'expired', provider_reference: null });
    expect(await press(deal, 'second')).toMatchObject({ status: 200 });
  });

  it('that is closed while its page opens is not shown, and the page is closed', async () => {
    const deal = await makeDeal(money);
    await close(deal);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    money.fake.hold = ({ path }) => (path.endsWith('/sessions') ? held : null);
    const heldNow = money.fake.untilHeld();
    const pressed = press(deal, 'slow');
    await heldNow;
    await close(deal);
    letGo();
    expect(await pressed).toMatchObject({ status: 409, body: { code: 'money_changed' } });
    money.fake.hold = () => null;
    await money.work();
    const opened = await pages(deal);
    expect(opened.map(({ status }) => status)).toEqual(['expired', 'expired']);
    for (const { provider_reference } of opened)
      expect(money.fake.books.pay(provider_reference ?? '')).toBe(false);
  });
});

describe('another program of the operator', () => {
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const { app, context } = money.world;
    const headers = { authorization: `key ${context.config.serviceApiKey}` };
    const url = `/billing/api/tickets${path}`;
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  const unavailable = {
    status: 503,
    headers: { 'retry-after': '5' },
    body: { success: false, message: refusals.provider_unavailable[1] },
  };

  async function aTicket(): Promise<string> {
    const who = { customer_name: 'Ada Vale', customer_email: 'ada@example.com' };
    const made = await call('POST', '', { ...who, price: 20, description: 'An hour of advice' });
    return `/${made.body.ticket.ticket_id}`;
  }

  it('is not told of a payment that is not what was asked for', async () => {
    const path = await aTicket();
    const { body } = await call('POST', `${path}/checkout`);
    const page = body.checkoutUrl.split('/').at(-1);
    const session = money.fake.books.sessions.get(page);
    if (session) session.amount_total = 1999;
    money.fake.books.pay(page);
    await money.deliverAll();
    expect((await call('GET', path)).body.ticket).not.toEqual({ payment_status: 'paid' });
    expect(await findingKinds(money)).toContain('payment_differs');
  });

  it('gives back what is paid on a page that was closed meanwhile', async () => {
    const path = await aTicket();
    const { body } = await call('POST', `${path}/checkout`);
    const page = body.checkoutUrl.split('/').at(-1);
    const closed = money.world.context.db
      .updateTable('checkouts')
      .set({ status: 'expired' })
      .where('provider_reference', '=', page);
    await closed.execute();
    money.fake.books.pay(page);
    await money.deliverAll();
    await money.work();
    expect((await call('GET', path)).body.ticket).not.toEqual({ payment_status: 'paid' });
    expect(money.fake.books.refunds.at(-1)).toMatchObject({ amount: 2000 });
  });

  it('is told to come again when the provider does not answer, and loses nothing by it', async () => {
    const path = await aTicket();
    money.fake.fault = () => 'dropped after';
    expect(await call('POST', `${path}/checkout`)).toMatchObject(unavailable);
    money.fake.fault = () => null;
    const { body } = await call('POST', `${path}/checkout`);
    const page = body.checkoutUrl.split('/').at(-1);
    money.fake.books.pay(page);
    money.fake.fault = () => 'dropped before';
    expect(await call('GET', path)).toMatchObject(unavailable);
    money.fake.fault = () => null;
    expect((await call('GET', path)).body).toEqual({
      success: true,
      ticket: { payment_status: 'paid' },
    });
  });
});

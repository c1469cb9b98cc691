import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryItem } from '#domain/history.ts';
import type { Message } from '#domain/message.ts';
import type {
  DecisionPreview,
  LedgerReport,
  ModeratedDispute,
  ModeratedRequest,
  ModerationCounts,
} from '#domain/moderation.ts';
import { refusals } from '#domain/refusals.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { report } from '../ledger/findings.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { grab, ok } from '../testing/deeds.ts';
import { applicant } from '../testing/joining.ts';
import { keepLog } from '../testing/log.ts';
import { decisionsOf, mailsTo, promote, REASON } from '../testing/moderation.ts';
import {
  type Deal,
  finish,
  fund,
  type MoneyWorld,
  makeDeal,
  onboard,
  openMoneyWorld,
} from '../testing/payments/money-world.ts';
import type { Person } from '../testing/world.ts';

let money: MoneyWorld;
let moderator: Person;
beforeAll(async () => {
  money = await openMoneyWorld();
  moderator = await money.world.person('moderator', { name: 'Mo' });
});
afterAll(() => money.close());

const disputes = async (query = '') =>
  ok(await moderator.call<{ items: ModeratedDispute[] }>('GET', `/api/moderation/disputes${query}`))
    .items;
const decide = (id: string, borne_by: unknown, by = moderator) =>
  by.call<ModeratedDispute>('POST', `/api/moderation/disputes/${id}/decide`, {
    reason: REASON,
    borne_by,
  });
const counts = async () =>
  ok(await moderator.call<ModerationCounts>('GET', '/api/moderation/counts'));

/** What the moderator is offered of what gives money back. */
async function waysBack({ ticketId }: Deal) {
  const path = `/api/moderation/tickets/${ticketId}`;
  const { actions, plan } = ok(await moderator.call<ModeratedRequest>('GET', path));
  return { whole: actions['money-back'], milestone: plan[0]?.actions.refund };
}

/** A milestone that was released, and whose payment the customer's bank then takes back. */
async function lost(plan?: object[]): Promise<Deal> {
  const deal = await makeDeal(money, plan);
  await onboard(money, deal.developer);
  const page = await fund(money, deal);
  await finish(deal);
  await money.work();
  const intent = money.fake.books.sessions.get(page)?.payment_intent ?? '';
  const id = money.fake.books.dispute(intent) ?? '';
  await money.deliverAll();
  expect(await disputes()).toMatchObject([
    { state: 'open', reference: id, actions: { decide: { allowed: false } } },
  ]);
  expect(await decide((await disputes())[0]?.id ?? '', 'platform')).toMatchObject({
    body: { code: 'no_lost_dispute' },
  });
  money.fake.books.closeDispute(id, 'lost');
  await money.deliverAll();
  await money.work();
  return deal;
}

/** The newest line of a request's history, as its two sides read it. */
async function newestStep({ customer, developer, ticketId }: Deal) {
  const path = `/api/tickets/${ticketId}/history`;
  const of = async (person: Person) =>
    ok(await person.call<{ items: HistoryItem[] }>('GET', path)).items[0];
  return { customer: await of(customer), developer: await of(developer) };
}

/** Both sides read who bears it, in the thread, by mail and as a decision that they may appeal. */
async function expectTold(deal: Deal, who: string): Promise<void> {
  const outcome = `A moderator decided who bears the lost dispute over the payment for “Fix the login”: ${who}`;
  for (const person of [deal.customer, deal.developer]) {
    expect(await decisionsOf(person, deal)).toMatchObject([
      { kind: 'dispute_decided', outcome, reason: REASON, actions: { appeal: { allowed: true } } },
    ]);
    const path = `/api/tickets/${deal.ticketId}/messages`;
    const { items } = ok(await person.call<{ items: Message[] }>('GET', path));
    expect(items.at(-1)).toMatchObject({ text: `✗ ${outcome}\n\n${REASON}`, is_system: true });
    const mails = await mailsTo(money.world, person, 'moderator_decision');
    expect(mails.map(({ body_text }) => body_text)).toEqual([
      expect.stringContaining(`> ${REASON}`),
    ]);
  }
}

describe('disputes over money', () => {
  test.each([
    ['developer', 2250],
    ['platform', 9000],
  ])(
    'wait until a moderator says that the %s bears a lost one',
    async (borne_by, available_cents) => {
      const deal = await lost();
      const taken = { event: 'released_payment_lost', actor: 'provider' };
      expect(await newestStep(deal)).toMatchObject({
        customer: { ...taken, money: { refunded_cents: 7500 } },
        developer: taken,
      });
      const [waiting] = await disputes();
      expect(waiting).toMatchObject({
        state: 'lost',
        amount_cents: 7500,
        released_cents: 10_000,
        borne_by: null,
        milestone_title: 'Fix the login',
        ticket: { id: deal.ticketId },
        actions: { decide: { allowed: true } },
      });
      const query = `action=decide-dispute&dispute_id=${waiting?.id}&borne_by=${borne_by}`;
      const preview = `/api/moderation/tickets/${deal.ticketId}/preview?${query}`;
      const { sentences, shown } = ok(await moderator.call<DecisionPreview>('GET', preview));
      expect(sentences).toEqual(
        borne_by === 'developer'
          ? ['Developer gives back $67.50; $7.50 of the fee is given up.']
          : ['$7.50 of the fee is given up.', 'Unblock bears $67.50.'],
      );
      expect(shown).toMatchObject({ developer_cents: available_cents - 9000, held_cents: 0 });
      expect((await moderator.call('GET', preview.replace(/&borne_by=.*/, ''))).status).toBe(400);
      expect((await counts()).disputes).toEqual({ count: 1, oldest_at: waiting?.created_at });
      const stopped = { allowed: false, reason: refusals.dispute_open[1] };
      expect(await waysBack(deal)).toEqual({ whole: stopped, milestone: stopped });
      const id = waiting?.id ?? '';
      for (const wrong of ['customer', undefined, 7]) {
        expect((await decide(id, wrong)).status).toBe(400);
      }
      const other = await money.world.person('moderator');
      const answers = await Promise.all([decide(id, borne_by), decide(id, borne_by, other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await money.work();
      expect(ok(await deal.developer.call('GET', '/api/earnings'))).toMatchObject({
        available_cents,
        frozen_cents: 0,
      });
      expect(await newestStep(deal)).toMatchObject({
        customer: { event: 'loss_borne', actor: 'moderator', money: null },
        developer: { event: 'loss_borne', actor: 'moderator' },
      });
      expect(await disputes()).toEqual([]);
      // The bank has given the customer all that they had paid.
      const nothing = { allowed: false, reason: refusals.nothing_to_give_back[1] };
      expect(await waysBack(deal)).toEqual({ whole: nothing, milestone: nothing });
      expect(await disputes('?waiting=false&limit=1')).toMatchObject([
        { id, borne_by, actions: { decide: { allowed: false } } },
      ]);
      const path = `/api/moderation/audit?ticket_id=${deal.ticketId}&action=dispute_decided`;
      expect(ok(await moderator.call('GET', path))).toMatchObject({
        items: [
          { action: 'dispute_decided', reason: REASON, after: { borne_by, amount_cents: 7500 } },
        ],
      });
      await expectTold(deal, borne_by === 'developer' ? 'the unblocker' : 'Unblock');
      expect(await brokenInvariants(money.world.context.db)).toEqual([]);
    },
  );

  test('are told to the unblocker who was paid, also once another one has the request', async () => {
    const eve = await money.world.person('developer');
    const deal = await lost([{}, { title: 'The rest' }]);
    const { customer, developer: dan, ticketId } = deal;
    const path = `/api/tickets/${ticketId}`;
    ok(await dan.call('POST', `${path}/give-back`, { note: 'The first part works.' }));
    await grab(eve, ticketId);
    const [waiting] = await disputes();
    ok(await decide(waiting?.id ?? '', 'developer'));
    const mails = async (person: Person) =>
      (await mailsTo(money.world, person, 'moderator_decision')).length;
    expect([await mails(customer), await mails(dan), await mails(eve)]).toEqual([1, 1, 0]);
    const [decision] = await decisionsOf(customer, deal);
    const read = `/api/decisions/${decision?.id}`;
    expect(ok(await dan.call('GET', read))).toMatchObject({ kind: 'dispute_decided' });
    expect(await eve.call('GET', read)).toMatchObject({ status: 404 });
  });

  test('are not decided by somebody whose own money it is', async () => {
    const deal = await lost();
    const { db } = money.world.context;
    await db
      .updateTable('profiles')
      .set({ user_type: 'moderator' })
      .where('id', '=', deal.customer.id)
      .execute();
    const [waiting] = await disputes();
    expect((await decide(waiting?.id ?? '', 'platform', deal.customer)).status).toBe(403);
    expect((await decide(randomUUID(), 'platform')).status).toBe(404);
    ok(await decide(waiting?.id ?? '', 'platform'));
  });

  test('are not offered to a former unblocker of the request, who may not decide them', async () => {
    const deal = await lost([{}, { title: 'The rest' }]);
    const { developer: dan, ticketId } = deal;
    ok(await dan.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'It works.' }));
    await promote(money.world, dan);
    type Items = { items: ModeratedDispute[] };
    const { items } = ok(await dan.call<Items>('GET', '/api/moderation/disputes'));
    expect(items).toMatchObject([{ actions: { decide: { allowed: false } } }]);
    expect((await decide(items[0]?.id ?? '', 'platform', dan)).status).toBe(403);
    ok(await decide(items[0]?.id ?? '', 'platform'));
  });
});

describe('what waits', () => {
  test('is counted, with the time of the oldest', async () => {
    const before = await counts();
    const entry = await applicant(money.world, moderator);
    const { customer, developer, ticketId } = await makeDeal(money);
    const path = `/api/tickets/${ticketId}/messages`;
    const said = ok(await developer.call<{ id: string }>('POST', path, { text: 'Pay me outside' }));
    ok(await customer.call('POST', `/api/messages/${said.id}/report`));
    const after = await counts();
    expect(after.waitlist).toEqual({
      count: before.waitlist.count + 1,
      oldest_at: entry.created_at,
    });
    expect(after.reports.count).toBe(before.reports.count + 1);
    expect(after.requests).toMatchObject({ count: 1, oldest_at: expect.any(String) });
    expect(after.appeals).toEqual({ count: 0, oldest_at: null });
  });

  test('is an alarm when the ledger is one cent off', async () => {
    const { db } = money.world.context;
    const deal = await makeDeal(money);
    await fund(money, deal);
    await finish(deal);
    const ledger = async () =>
      ok(await moderator.call<LedgerReport>('GET', '/api/moderation/ledger'));
    const { lines, log } = keepLog();
    const logged = () => lines.filter((line) => line.includes('the ledger is not in order'));
    await checkLedger({ db, log });
    expect(await ledger()).toMatchObject({ broken: [], checked_at: expect.any(String) });
    expect((await counts()).ledger_alarms).toBe(0);
    expect(logged()).toEqual([]);
    await db
      .updateTable('billing_records')
      .set({ status: 'held', released_cents: 0, settled_at: null })
      .where('status', '=', 'released')
      .where('case_refunded_cents', '=', 0)
      .execute();
    await checkLedger({ db, log });
    const { broken } = await ledger();
    expect(broken.join()).toContain('what is held is not what its billing record says');
    expect((await counts()).ledger_alarms).toBe(broken.length);
    expect(logged()).toHaveLength(1);
  });

  test('is a finding too, which a moderator marks as done with a reason, until it is found again', async () => {
    const { db } = money.world.context;
    const odd = { kind: 'event_odd', about: 'evt_7', detail: 'a dispute about nobody’s payment' };
    await report(db, odd);
    const open = async () =>
      ok(await moderator.call<LedgerReport>('GET', '/api/moderation/ledger')).findings;
    const [finding] = await open();
    expect(finding).toMatchObject(odd);
    const path = `/api/moderation/findings/${finding?.id}/done`;
    expect((await moderator.call('POST', path, { reason: ' ' })).status).toBe(400);
    const both = await Promise.all(
      [1, 2].map(() => moderator.call<LedgerReport>('POST', path, { reason: REASON })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)?.body.findings).toEqual([]);
    expect(await moderator.call('POST', path, { reason: REASON })).toMatchObject({
      body: { code: 'finding_done' },
    });
    const log = `/api/moderation/audit?target_id=${finding?.id}`;
    expect(ok(await moderator.call('GET', log)).items).toMatchObject([
      {
        action: 'finding_done',
        reason: REASON,
        target: { type: 'finding', label: 'event_odd, evt_7' },
        before: { kind: 'event_odd', about: 'evt_7' },
      },
    ]);
    const other = `/api/moderation/findings/${randomUUID()}/done`;
    expect((await moderator.call('POST', other, { reason: REASON })).status).toBe(404);

    await report(db, odd);
    expect((await open()).map(({ id }) => id)).toEqual([finding?.id]);
    ok(await moderator.call('POST', path, { reason: REASON }));
  });
});

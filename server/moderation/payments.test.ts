import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_HOURS_A_WEEK, PATTERN_CUSTOMERS } from '#domain/first-hour.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { ModeratedRequest, ModerationCounts, PaymentReview } from '#domain/moderation.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { reconcile } from '../payments/reconcile.ts';
import { tidy } from '../start/tidy.ts';
import { aMilestone, deliver, grab, ok, pay, postRequest } from '../testing/deeds.ts';
import { decisionsOf, mailsTo, promote, REASON } from '../testing/moderation.ts';
import { type Deal, finish, makeDeal } from '../testing/payments/money-world.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';

let world: World;
let moderator: Person;
beforeAll(async () => {
  world = await openWorld();
  moderator = await world.person('moderator', { name: 'Mo' });
});
afterAll(() => world.close());
afterEach(async () => {
  await reconcile(world.context, { olderThanMs: -1000 });
  expect(await brokenInvariants(world.context.db)).toEqual([]);
});

const payments = async (query = '') =>
  ok(
    await moderator.call<{ items: PaymentReview[]; next_cursor: string | null }>(
      'GET',
      `/api/moderation/payments${query}`,
    ),
  );
const about = async ({ ticketId }: Deal) =>
  (await payments('?limit=100')).items.find(({ ticket }) => ticket.id === ticketId);
const decide = (id: string, act: 'clear' | 'refuse', by = moderator) =>
  by.call<ModeratedRequest>('POST', `/api/moderation/payments/${id}/${act}`, { reason: REASON });
const accept = ({ customer, milestones }: Deal) =>
  customer.call('POST', `/api/milestones/${milestones[0]?.id}/accept`, {});
const milestoneOf = async (person: Person, { ticketId }: Deal) => {
  const path = `/api/tickets/${ticketId}/milestones`;
  return ok(await person.call<{ items: Milestone[] }>('GET', path)).items[0];
};

/** A new customer who has paid this developer at the first-hour price. */
async function paidDeal(
  developer: Person,
  plan: Partial<typeof aMilestone> = {},
  email?: string,
): Promise<Deal> {
  const deal = await makeDeal({ world }, [plan], developer, email);
  await pay(world, deal.customer, deal.milestones[0]?.id ?? '');
  return deal;
}

const atHighRate = async () =>
  paidDeal(await world.person('developer'), { hourly_rate: 1000, hours: 1 });

describe('a first-hour payment that stands out', () => {
  test('is looked at by moderators, and both sides read no more', async () => {
    const deal = await atHighRate();
    for (const person of [deal.customer, deal.developer]) {
      const milestone = await milestoneOf(person, deal);
      expect(milestone).toMatchObject({ billing_status: 'held', payment_in_review: true });
      expect(JSON.stringify(milestone)).not.toMatch(/reasons|rate"?:\s*"|many/);
    }
    expect(await about(deal)).toMatchObject({
      reasons: ['rate'],
      charge_cents: 97_500,
      discount_cents: 2500,
      first_hours: 1,
      milestone: { hourly_rate_cents: 100_000, estimated_minutes: 60 },
      ticket: { customer: { email: deal.customer.email }, developer: { id: deal.developer.id } },
      actions: { clear: { allowed: true }, refuse: { allowed: true } },
    });
    const counts = ok(await moderator.call<ModerationCounts>('GET', '/api/moderation/counts'));
    expect(counts.payments).toMatchObject({ count: 1, oldest_at: expect.any(String) });
  });

  test('counts the first hours of its developer, without what was paid at the usual price', async () => {
    const developer = await world.person('developer');
    const usual = await makeDeal({ world }, [{}, {}], developer);
    for (const { id } of usual.milestones) await pay(world, usual.customer, id);
    expect(await about(usual)).toBeUndefined();
    const deal = await paidDeal(developer, { hourly_rate: 1000, hours: 1 });
    expect(await about(deal)).toMatchObject({ first_hours: 2 });
    const record = usual.milestones[0]?.billing_record_id ?? '';
    for (const act of ['clear', 'refuse'] as const)
      expect((await decide(record, act)).body).toMatchObject({ code: 'not_found' });
  });

  test('is released by nobody meanwhile, whichever way', async () => {
    const deal = await atHighRate();
    const id = deal.milestones[0]?.id ?? '';
    await deliver(deal.developer, id);
    const path = `/api/tickets/${deal.ticketId}/messages`;
    const said = ok(await deal.developer.call<{ id: string }>('POST', path, { text: 'Hello' }));
    ok(await deal.customer.call('POST', `/api/messages/${said.id}/report`));
    const act = (action: string, more = {}) =>
      moderator.call('POST', `/api/moderation/tickets/${deal.ticketId}/${action}`, {
        reason: REASON,
        ...more,
      });
    const parts = { milestone_id: id, released_cents: 50_000, refunded_cents: 50_000 };
    const waits = { billing_status: 'held', awarded_cents: 50_000, released_cents: 0 };
    ok(await act('split', parts));
    expect(await milestoneOf(deal.developer, deal)).toMatchObject(waits);
    ok(await act('close-for-developer'));
    expect(await milestoneOf(deal.developer, deal)).toMatchObject(waits);
    expect(await about(deal)).toMatchObject({ awarded_cents: 50_000 });
    // What goes back to the customer needs no look, and ends it.
    ok(await act('money-back', { borne_by: 'platform' }));
    expect(await about(deal)).toBeUndefined();
  });

  test('goes on as any other once it is cleared; both sides are told, and it is written down', async () => {
    const deal = await atHighRate();
    await deliver(deal.developer, deal.milestones[0]?.id ?? '');
    const { id = '' } = (await about(deal)) ?? {};
    expect((await decide(id, 'clear', deal.customer)).status).toBe(404);
    ok(await decide(id, 'clear'));
    expect(await decide(id, 'clear')).toMatchObject({ body: { code: 'payment_not_in_review' } });
    expect(await decide(id, 'refuse')).toMatchObject({ body: { code: 'payment_not_in_review' } });
    expect(await about(deal)).toBeUndefined();
    const outcome = 'A moderator looked at the payment for “Fix the login”. It goes on as usual';
    for (const person of [deal.customer, deal.developer]) {
      expect(await decisionsOf(person, deal)).toMatchObject([
        { kind: 'payment_cleared', outcome, reason: REASON },
      ]);
      expect(await mailsTo(world, person, 'moderator_decision')).toHaveLength(1);
    }
    const path = `/api/moderation/audit?ticket_id=${deal.ticketId}&action=payment_cleared`;
    expect(ok(await moderator.call('GET', path))).toMatchObject({
      items: [{ reason: REASON, after: { review_reasons: ['rate'] } }],
    });
    ok(await accept(deal));
    expect(await milestoneOf(deal.developer, deal)).toMatchObject({ billing_status: 'released' });
  });

  test('goes back when it is refused, and the milestone can be paid at the usual price', async () => {
    const deal = await atHighRate();
    const { id = '' } = (await about(deal)) ?? {};
    ok(await decide(id, 'refuse'));
    expect(await milestoneOf(deal.customer, deal)).toMatchObject({
      billing_status: 'unpaid',
      discount_cents: 0,
      first_hour: 'paid_before',
      payment_in_review: false,
      charge_cents: 100_000,
    });
    await reconcile(world.context, { olderThanMs: -1000 });
    const paidBack = await world.context.db
      .selectFrom('provider_calls')
      .select(['amount_cents', 'state'])
      .where('billing_record_id', '=', id)
      .where('kind', '=', 'refund')
      .execute();
    expect(paidBack).toEqual([{ amount_cents: 97_500, state: 'done' }]);
    expect(await decisionsOf(deal.developer, deal)).toMatchObject([
      { kind: 'payment_refused', outcome: expect.stringMatching(/\$975.00. It can be paid again/) },
    ]);
    await pay(world, deal.customer, deal.milestones[0]?.id ?? '');
    await finish(deal);
    expect(await milestoneOf(deal.developer, deal)).toMatchObject({ billing_status: 'released' });
  });

  test('is not decided by somebody whose own money it is', async () => {
    const deal = await atHighRate();
    const { id = '' } = (await about(deal)) ?? {};
    await promote(world, deal.developer);
    expect((await decide(id, 'clear', deal.developer)).status).toBe(403);
    expect(await about(deal)).toMatchObject({ actions: { clear: { allowed: true } } });
    ok(await decide(id, 'refuse'));
  });

  test('is decided once, by one of two at once', async () => {
    const deal = await atHighRate();
    const { id = '' } = (await about(deal)) ?? {};
    const other = await world.person('moderator');
    const answers = await Promise.all([decide(id, 'clear'), decide(id, 'refuse', other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await reconcile(world.context, { olderThanMs: -1000 });
  });
});

describe('what looks like a ring', () => {
  test('is found with the payment that shows it, and takes the others that are held along', async () => {
    const developer = await world.person('developer');
    const deals: Deal[] = [];
    for (let count = 0; count < FIRST_HOURS_A_WEEK; count++) deals.push(await paidDeal(developer));
    const [released, ...held] = deals;
    if (released) await finish(released);
    expect(await Promise.all(deals.map(about))).toEqual(deals.map(() => undefined));
    const next = await paidDeal(developer);
    expect(await about(next)).toMatchObject({
      reasons: ['many'],
      first_hours: FIRST_HOURS_A_WEEK + 1,
    });
    const others = await Promise.all(deals.map(about));
    expect(others.map((each) => each?.reasons)).toEqual([undefined, ...held.map(() => ['many'])]);
    // Somebody else's are none of it, and what was cleared is not asked about again.
    expect(await about(await paidDeal(await world.person('developer')))).toBeUndefined();
    ok(await decide(others[1]?.id ?? '', 'clear'));
    await paidDeal(developer);
    expect(await about(deals[1] as Deal)).toBeUndefined();
  });

  test('is several new customers behind one network, which is forgotten after two weeks', async () => {
    const developer = await world.person('developer');
    const from = async (remoteAddress: string) => {
      const customer = await world.person('customer');
      const { id: ticketId } = await postRequest(customer);
      await grab(developer, ticketId);
      const path = `/api/tickets/${ticketId}`;
      const milestones = [
        ok(await developer.call<Milestone>('POST', `${path}/milestones`, aMilestone)),
      ];
      ok(await developer.call('POST', `${path}/submit-plan`));
      const opened = await world.app.inject({
        method: 'POST',
        url: `${path}/approve-plan`,
        remoteAddress,
        headers: { authorization: `Bearer ${customer.token}` },
      });
      expect(opened.statusCode).toBe(200);
      await pay(world, customer, milestones[0]?.id ?? '');
      return { customer, developer, ticketId, milestones };
    };
    const first = await from('203.0.113.7');
    const elsewhere = await from('203.0.113.8');
    expect(await about(first)).toBeUndefined();
    for (let count = 2; count < PATTERN_CUSTOMERS; count++) await from('203.0.113.7');
    expect(await about(first)).toBeUndefined();
    const last = await from('203.0.113.7');
    expect(await about(last)).toMatchObject({ reasons: ['network'] });
    expect(await about(first)).toMatchObject({ reasons: ['network'] });
    expect(await about(elsewhere)).toBeUndefined();
    const { db } = world.context;
    const kept = () =>
      db.selectFrom('checkouts').select('id').where('network_hash', 'is not', null).execute();
    await tidy(world.context);
    expect((await kept()).length).toBe(PATTERN_CUSTOMERS + 1);
    await db
      .updateTable('checkouts')
      .set({ created_at: new Date(Date.now() - 15 * 24 * 3_600_000) })
      .execute();
    await tidy(world.context);
    expect(await kept()).toEqual([]);
  });

  test('is addresses that are alike, accounts that are minutes old, and a card tried again', async () => {
    const developer = await world.person('developer');
    const first = await paidDeal(developer, {}, 'ring1@example.com');
    for (let number = 2; number <= PATTERN_CUSTOMERS; number++)
      await paidDeal(developer, {}, `ring.${number}@example.com`);
    expect(await about(first)).toMatchObject({ reasons: ['addresses'] });

    const another = await world.person('developer');
    const young = [];
    for (let count = 0; count < PATTERN_CUSTOMERS; count++) {
      const deal = await makeDeal({ world }, [{}], another);
      await world.context.db
        .updateTable('users')
        .set({ created_at: new Date() })
        .where('id', '=', deal.customer.id)
        .execute();
      await pay(world, deal.customer, deal.milestones[0]?.id ?? '');
      young.push(deal);
    }
    for (const deal of young) expect(await about(deal)).toMatchObject({ reasons: ['young'] });

    const third = await world.person('developer');
    const withCard = [
      await makeDeal({ world }, [{}], third),
      await makeDeal({ world }, [{}], third),
    ];
    for (const { customer, milestones } of withCard) {
      const path = `/api/milestones/${milestones[0]?.id}/checkout`;
      const { checkout_url } = ok(await customer.call<{ checkout_url: string }>('POST', path));
      await world.app.inject({
        method: 'POST',
        url: new URL(checkout_url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'decision=pay&card=4242424242424242',
      });
    }
    expect(await about(withCard[0] as Deal)).toMatchObject({ reasons: ['refused'] });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingRecord, TicketMoney } from '#domain/billing.ts';
import type { Earnings } from '#domain/earnings.ts';
import type { Milestone } from '#domain/milestone.ts';
import { balance } from '../ledger/ledger.ts';
import { change } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok, pay } from '../testing/deeds.ts';
import { type Deal, finish, fundInSandbox, makeDeal } from '../testing/payments/money-world.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { refundReleased } from './cases.ts';
import { earningsCsv } from './earnings-csv.ts';
import { splitHeld } from './move-money.ts';
import { reconcile } from './reconcile.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(async () => {
  await reconcile(world.context, { olderThanMs: -1000 });
  expect(await brokenInvariants(world.context.db)).toEqual([]);
});

const recordOf = async ({ customer, milestones }: Deal) =>
  ok(
    await customer.call<BillingRecord>(
      'GET',
      `/api/billing-records/${milestones[0]?.billing_record_id}`,
    ),
  );
const milestoneOf = async (person: Person, { ticketId }: Deal) => {
  const path = `/api/tickets/${ticketId}/milestones`;
  return ok(await person.call<{ items: Milestone[] }>('GET', path)).items[0];
};
const earnings = async ({ developer }: Deal) =>
  ok(await developer.call<Earnings>('GET', '/api/earnings'));

/** A milestone of $100 that was held while the fee was another than the 10% of now. */
async function heldAt(percent: number): Promise<Deal> {
  const deal = await makeDeal({ world });
  await fundInSandbox(world, deal);
  await world.context.db
    .updateTable('billing_records')
    .set({ fee_cents: percent * 100 })
    .where('id', '=', deal.milestones[0]?.billing_record_id ?? '')
    .execute();
  return deal;
}

describe('the fee of a payment that was held', () => {
  it.each([0, 25])('stays %i percent, whatever it is by now', async (percent) => {
    const [fee, share] = [percent * 100, 10_000 - percent * 100];
    const deal = await heldAt(percent);
    expect(await recordOf(deal)).toMatchObject({ fee_cents: fee });
    expect(await milestoneOf(deal.developer, deal)).toMatchObject({ fee_cents: fee });
    expect(await earnings(deal)).toMatchObject({ held_cents: share });
    const path = `/api/tickets/${deal.ticketId}/money`;
    expect(ok(await deal.developer.call<TicketMoney>('GET', path)).held_cents).toBe(share);
    const fees = await balance(world.context.db, 'fees');
    await finish(deal);
    expect((await balance(world.context.db, 'fees')) - fees).toBe(fee);
    const { items, available_cents } = await earnings(deal);
    expect(available_cents).toBe(share);
    expect(items[0]).toMatchObject({ gross_cents: 10_000, fee_cents: fee });
    expect(await recordOf(deal)).toMatchObject({ status: 'released', fee_cents: fee });
    const next = await makeDeal({ world }, [{}], deal.developer);
    expect(await milestoneOf(next.customer, next)).toMatchObject({ fee_cents: 1000 });
    await fundInSandbox(world, next);
    expect(await recordOf(next)).toMatchObject({ fee_cents: 1000 });
  });

  it('is divided by it in a split, and given up by it in a case', async () => {
    const deal = await heldAt(25);
    await change(world.context, async (each) => {
      const locked = await lockTicket(each.tx, deal.ticketId);
      const [milestone] = locked.milestones;
      const parts = { released_cents: 6000, refunded_cents: 4000 };
      if (milestone) await splitHeld(each, locked, milestone, parts);
    });
    expect(await earnings(deal)).toMatchObject({ available_cents: 4500 });
    const id = deal.milestones[0]?.billing_record_id ?? '';
    const fees = await balance(world.context.db, 'fees');
    await change(world.context, async (each) => {
      await lockTicket(each.tx, deal.ticketId);
      await refundReleased(each, id, { cents: 3000, borne_by: 'developer' });
    });
    expect((await balance(world.context.db, 'fees')) - fees).toBe(-750);
    expect(await earnings(deal)).toMatchObject({ available_cents: 2250 });
  });

  it('is rounded up at an exact half cent, on the receipt and in the books', async () => {
    // $33.35 for an hour: the fee is 333.5 cents.
    const deal = await makeDeal({ world }, [{ hourly_rate: 33.35, hours: 1 }]);
    await fundInSandbox(world, deal);
    expect(await recordOf(deal)).toMatchObject({ price_cents: 3335, fee_cents: 334 });
    const mail = (await world.mails()).find(
      ({ kind, recipient }) => kind === 'payment_receipt' && recipient === deal.customer.email,
    );
    expect(mail?.body_text).toContain('platform fee of $3.34 included');
    expect(mail?.body_text).toContain('View your receipt');
    const fees = await balance(world.context.db, 'fees');
    await finish(deal);
    expect((await balance(world.context.db, 'fees')) - fees).toBe(334);
    expect(await earnings(deal)).toMatchObject({ available_cents: 3001 });
  });
});

describe('the day the fee changes', () => {
  it('changes nothing of what was held before: all that is told and booked follows the fee of then', async () => {
    const deal = await makeDeal({ world }, [{}, {}]);
    await fundInSandbox(world, deal);
    await pay(world, deal.customer, deal.milestones[1]?.id ?? '');
    // Held when the fee was 25%; today's is 10%.
    await world.context.db
      .updateTable('billing_records')
      .set({ fee_cents: 2500 })
      .where('ticket_id', '=', deal.ticketId)
      .where('status', '=', 'held')
      .execute();

    const fees = await balance(world.context.db, 'fees');
    await finish(deal);
    expect((await balance(world.context.db, 'fees')) - fees).toBe(2500);
    await giveBack(deal, 4000);
    expect((await balance(world.context.db, 'fees')) - fees).toBe(1500);
    await finish(deal, 1);
    expect((await balance(world.context.db, 'fees')) - fees).toBe(4000);

    expect(await recordOf(deal)).toMatchObject({ fee_cents: 2500 });
    const told = JSON.stringify(await allThatIsTold(deal));
    expect(told.includes('"fee_cents":1000')).toBe(false);
    expect(told.includes('100.00,25.00,75.00')).toBe(true);

    const next = await makeDeal({ world }, [{}], deal.developer);
    await fundInSandbox(world, next);
    expect(await recordOf(next)).toMatchObject({ fee_cents: 1000 });
  });
});

function giveBack({ ticketId, milestones }: Deal, cents: number): Promise<void> {
  return change(world.context, async (each) => {
    await lockTicket(each.tx, ticketId);
    const id = milestones[0]?.billing_record_id ?? '';
    await refundReleased(each, id, { cents, borne_by: 'developer' });
  });
}

/** All answers in which the money of a request stands, for either side. */
async function allThatIsTold({
  customer,
  developer,
  ticketId,
  milestones,
}: Deal): Promise<unknown[]> {
  const records = milestones.map(({ billing_record_id: id }) => `/api/billing-records/${id}`);
  const shared = ['milestones', 'money'].map((part) => `/api/tickets/${ticketId}/${part}`);
  const asked: [Person, string[]][] = [
    [customer, [...records, ...shared, '/api/me/export']],
    [developer, [...shared, '/api/earnings', '/api/me/export']],
  ];
  const answers: unknown[] = [await earningsCsv(world.context.db, developer.viewer)];
  for (const [person, paths] of asked) {
    for (const path of paths) {
      const { exported_at: _, ...answer } = ok(
        await person.call<Record<string, unknown>>('GET', path),
      );
      answers.push(answer);
    }
  }
  return answers;
}

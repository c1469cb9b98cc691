import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { BillingRecord, TicketMoney } from '#domain/billing.ts';
import type { Earnings } from '#domain/earnings.ts';
import type { Export } from '#domain/export.ts';
import { type Invoice, invoiceSchema } from '#domain/invoice.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Statement } from '#domain/statement.ts';
import { connect, queries } from '../database/database.ts';
import { change, takenBack } from '../lifecycle/change.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { refundReleased } from '../payments/cases.ts';
import { settleHold } from '../payments/holds.ts';
import { splitHeld } from '../payments/move-money.ts';
import { deliver, grab, ok } from '../testing/deeds.ts';
import { type Deal, finish, fund, makeDeal } from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';
import type { Person } from '../testing/world.ts';

const money = useMoneyWorld();
afterEach(async () => expect(await brokenInvariants(money.world.context.db)).toEqual([]));

const recordOf = ({ milestones }: Deal, index = 0) => milestones[index]?.billing_record_id ?? '';
const invoice = (person: Person, id = '') => person.call<Invoice>('GET', `/api/invoices/${id}`);

async function earningsOf(developer: Person) {
  return ok(await developer.call<Earnings>('GET', '/api/earnings')).items;
}

/** The numbers of a series in the order of their entries; of the platform where nobody is named. */
async function numbersOf(developerId: string | null): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from invoices i join invoice_series s on s.id = i.series_id
    where s.developer_id is not distinct from ${developerId}::uuid order by number`.execute(
    money.world.context.db,
  );
  return rows.map(({ number }) => number);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** A new deal with one paid milestone. */
async function funded(developer?: Person, plan: Parameters<typeof makeDeal>[1] = [{}]) {
  const deal = await makeDeal(money, plan, developer);
  await fund(money, deal);
  return deal;
}

function refund(deal: Deal, cents: number, borne_by: 'developer' | 'platform'): Promise<void> {
  return change(money.world.context, (each) =>
    refundReleased(each, recordOf(deal), { cents, borne_by }),
  );
}

describe('released money', () => {
  it('has an invoice to the customer, and one for the fee to the unblocker', async () => {
    const deal = await funded();
    const { customer, developer, ticketId } = deal;
    await finish(deal);
    const [entry] = await earningsOf(developer);
    expect(entry?.invoices).toMatchObject([
      { subject: 'work', kind: 'invoice', amount_cents: 10_000 },
      { subject: 'fee', kind: 'invoice', amount_cents: 1000 },
    ]);
    const [work, fee] = entry?.invoices ?? [];
    expect(work?.invoice_number).toMatch(/^U\d{4,}-000001$/);
    expect(fee?.invoice_number).toMatch(/^UB-\d{6}$/);
    const record = await customer.call<BillingRecord>(
      'GET',
      `/api/billing-records/${recordOf(deal)}`,
    );
    expect(ok(record).invoices).toMatchObject([{ id: work?.id }]);
    const all = await customer.call<TicketMoney>('GET', `/api/tickets/${ticketId}/money`);
    expect(ok(all).invoices).toMatchObject([{ id: work?.id, milestone_title: 'Fix the login' }]);
    const own = await developer.call<TicketMoney>('GET', `/api/tickets/${ticketId}/money`);
    expect(ok(own).invoices).toEqual([]);
    expect(invoiceSchema.parse(ok(await invoice(customer, work?.id)))).toMatchObject({
      seller_name: 'Developer',
      buyer_name: 'Customer',
      request: ticketId.slice(-6).toUpperCase(),
      milestone_title: 'Fix the login',
      // Two hours at 50 dollars, of which the first costs a new customer 25.
      promotion_cents: 2500,
      credits: null,
    });
    expect(ok(await invoice(developer, fee?.id))).toMatchObject({
      seller_name: 'Unblock',
      buyer_name: 'Developer',
      promotion_cents: 0,
    });
  });

  it('shows its invoices to nobody else', async () => {
    const deal = await funded();
    await finish(deal);
    const [work, fee] = (await earningsOf(deal.developer))[0]?.invoices ?? [];
    const strangers = [
      await money.world.person('customer'),
      await money.world.person('developer'),
      await money.world.person('moderator'),
    ];
    for (const person of strangers)
      for (const { id } of [work, fee].flatMap((each) => each ?? []))
        expect((await invoice(person, id)).status).toBe(404);
    expect((await invoice(deal.customer, fee?.id)).status).toBe(404);
    expect((await invoice(deal.customer, 'nonsense')).status).toBe(404);
    expect((await invoice(deal.customer, work?.id)).status).toBe(200);
  });

  it('has them as PDF', async () => {
    const deal = await funded();
    await finish(deal);
    const [work] = (await earningsOf(deal.developer))[0]?.invoices ?? [];
    const { headers, rawPayload } = await money.world.app.inject({
      url: `/api/invoices/${work?.id}`,
      headers: { authorization: `Bearer ${deal.customer.token}`, accept: 'application/pdf' },
    });
    expect(headers['content-disposition']).toBe(
      `attachment; filename="${work?.invoice_number}.pdf"`,
    );
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('has none while it is held, and none where all of it went back', async () => {
    const deal = await funded();
    expect(await numbersOf(deal.developer.id)).toEqual([]);
    await change(money.world.context, (each) =>
      settleHold(each, recordOf(deal), { released_cents: 0, developer_id: null }),
    ).catch(() => undefined);
    expect(await numbersOf(deal.developer.id)).toEqual([]);
  });

  it('is credited where the unblocker gives some of it back, in the same series', async () => {
    const deal = await funded();
    const { developer } = deal;
    await finish(deal);
    await refund(deal, 3000, 'developer');
    await refund(deal, 1000, 'developer');
    const [last, first, release] = await earningsOf(developer);
    expect([last, first].map((entry) => entry?.invoices.map(({ kind }) => kind))).toEqual([
      ['credit_note', 'credit_note'],
      ['credit_note', 'credit_note'],
    ]);
    expect(first?.invoices.map(({ amount_cents }) => amount_cents)).toEqual([3000, 300]);
    expect(ok(await invoice(deal.customer, last?.invoices[0]?.id))).toMatchObject({
      kind: 'credit_note',
      amount_cents: 1000,
      credits: release?.invoices[0]?.invoice_number,
    });
    expect(await numbersOf(developer.id)).toEqual([1, 2, 3]);
  });

  it('keeps its invoices where the platform bears a refund', async () => {
    const deal = await funded();
    await finish(deal);
    await refund(deal, 3000, 'platform');
    expect(await numbersOf(deal.developer.id)).toEqual([1]);
  });

  it('keeps numbers and amounts of people who have left, and no names', async () => {
    const deal = await funded(undefined, [{}]);
    await finish(deal);
    const [work] = (await earningsOf(deal.developer))[0]?.invoices ?? [];
    const { db } = money.world.context;
    await db
      .updateTable('profiles')
      .set({ first_name: null, last_name: null, deleted_at: new Date() })
      .where('id', '=', deal.customer.id)
      .execute();
    await sql`delete from tickets where id = ${deal.ticketId}`.execute(db);
    expect(ok(await invoice(deal.developer, work?.id))).toMatchObject({
      invoice_number: work?.invoice_number,
      amount_cents: 10_000,
      buyer_name: 'Deleted user',
      milestone_title: null,
      request: deal.ticketId.slice(-6).toUpperCase(),
    });
  });

  it('is there for its buyer after the request was removed, also in the export', async () => {
    const deal = await funded();
    await finish(deal);
    const [work, fee] = (await earningsOf(deal.developer))[0]?.invoices ?? [];
    const { db } = money.world.context;
    await sql`update profiles set first_name = 'Maya' where id = ${deal.customer.id}`.execute(db);
    await sql`delete from tickets where id = ${deal.ticketId}`.execute(db);
    for (const person of [deal.customer, deal.developer])
      expect(ok(await invoice(person, work?.id))).toMatchObject({
        invoice_number: work?.invoice_number,
        buyer_name: 'Maya',
        milestone_title: null,
      });
    const exported = await deal.customer.call<Export>('GET', '/api/me/export');
    expect(ok(exported).invoices).toMatchObject([{ id: work?.id }]);
    expect((await invoice(deal.customer, fee?.id)).status).toBe(404);
    const other = await money.world.person('customer');
    expect((await invoice(other, work?.id)).status).toBe(404);
  });
});

describe('papers of work that another unblocker plans anew', () => {
  /** Parts of what is held are released to whoever has the request, who then gives it back. */
  async function leave({ developer, ticketId }: Deal, released_cents: number): Promise<void> {
    await change(money.world.context, async (each) => {
      const locked = await lockTicket(each.tx, ticketId);
      const [milestone] = locked.milestones;
      if (!milestone) throw new Error('there is no milestone');
      const refunded_cents = milestone.cost_cents - released_cents;
      await splitHeld(each, locked, milestone, { released_cents, refunded_cents });
    });
    ok(await developer.call('POST', `/api/tickets/${ticketId}/give-back`, { note: 'Half of it.' }));
  }

  const planOf = async ({ customer, ticketId }: Deal) =>
    ok(await customer.call<{ items: Milestone[] }>('GET', `/api/tickets/${ticketId}/milestones`))
      .items;

  /** The same request with the next unblocker, who has planned its milestone in their own words. */
  async function takenOver({ customer, ticketId }: Deal, words: object): Promise<Deal> {
    const developer = await money.world.person('developer');
    await grab(developer, ticketId);
    const path = `/api/tickets/${ticketId}`;
    const [milestone] = await planOf({ customer, developer, ticketId, milestones: [] });
    ok(await developer.call('PATCH', `/api/milestones/${milestone?.id}`, words));
    ok(await developer.call('POST', `${path}/submit-plan`));
    ok(await customer.call('POST', `${path}/approve-plan`));
    const deal = { customer, developer, ticketId, milestones: [] };
    return { ...deal, milestones: await planOf(deal) };
  }

  const SOLD = {
    milestone_title: 'Fix the login',
    estimated_minutes: 120,
    hourly_rate_cents: 5000,
  };

  async function expectSold(deal: Deal, sold: typeof SOLD): Promise<void> {
    const { customer, developer, ticketId } = deal;
    const { milestone_title } = sold;
    const path = `/api/billing-records/${recordOf(deal)}`;
    expect(ok(await customer.call<BillingRecord>('GET', path))).toMatchObject(sold);
    const all = await customer.call<TicketMoney>('GET', `/api/tickets/${ticketId}/money`);
    const ownReceipts = ok(all).receipts.filter(
      ({ billing_record_id }) => billing_record_id === recordOf(deal),
    );
    expect(ownReceipts).toMatchObject([{ milestone_title }, { milestone_title }]);
    const [entry] = await earningsOf(developer);
    expect(entry).toMatchObject({ milestone_title });
    const billed = ok(all).invoices.filter(({ id }) => id === entry?.invoices[0]?.id);
    expect(billed).toMatchObject([{ milestone_title }]);
    for (const { id } of entry?.invoices ?? [])
      expect(ok(await invoice(developer, id))).toMatchObject({ milestone_title });
    expect(ok(await invoice(customer, entry?.invoices[0]?.id))).toMatchObject({ milestone_title });
    const month = String(entry?.created_at).slice(0, 7);
    const statement = await developer.call<Statement>('GET', `/api/earnings/statements/${month}`);
    expect(ok(statement).lines).toMatchObject([{ milestone_title }]);
  }

  it('name what was paid, for each of them, whatever becomes of the milestone', async () => {
    const first = await funded();
    await leave(first, 6000);
    const other = { title: 'Rewrite everything', hours: 1, minutes: 0, hourly_rate: 70 };
    const second = await takenOver(first, other);
    await expectSold(first, SOLD);
    await fund(money, second);
    await leave(second, 3000);
    const again = { milestone_title: other.title, estimated_minutes: 60, hourly_rate_cents: 7000 };
    const last = await money.world.person('developer');
    await grab(last, first.ticketId);
    const [milestone] = await planOf(first);
    ok(await last.call('PATCH', `/api/milestones/${milestone?.id}`, { title: 'Once more' }));
    await expectSold(first, SOLD);
    await expectSold(second, again);
    const unpaid = { ...first, milestones: [milestone as Milestone] };
    const path = `/api/billing-records/${recordOf(unpaid)}`;
    expect(ok(await first.customer.call('GET', path))).toMatchObject({
      milestone_title: 'Once more',
    });
    ok(await last.call('DELETE', `/api/milestones/${milestone?.id}`));
    await expectSold(first, SOLD);
    await expectSold(second, again);
  });
});

describe('the numbers of invoices', () => {
  it('never skip, by however many changes at once, on two servers, and whichever fail', async () => {
    const { context } = money.world;
    const pool = connect(context.config.databaseUrl ?? '', { connections: 4 });
    const other = { ...context, db: queries(pool) };
    try {
      const developers = [
        await money.world.person('developer'),
        await money.world.person('developer'),
      ];
      const deals = await Promise.all(
        Array.from({ length: 12 }, (_, index) => funded(developers[index % 2])),
      );
      await Promise.all(
        deals.map(({ developer, milestones }) => deliver(developer, milestones[0]?.id ?? '')),
      );
      const undone = new Error('undone');
      const release = async (deal: Deal, index: number) => {
        const parts = { released_cents: 10_000, developer_id: deal.developer.id };
        const where = index % 2 === 0 ? context : other;
        const work = change(where, async (each) => {
          await settleHold(each, recordOf(deal), parts);
          // Every third one fails with its numbers already taken.
          if (index % 3 !== 0) return;
          await sql`set constraints all immediate`.execute(each.tx);
          throw undone;
        });
        await work.catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      };
      const before = (await numbersOf(null)).length;
      await Promise.all(deals.map(release));
      expect(await numbersOf(null)).toEqual(upTo(before + 8));
      for (const { id } of developers) expect(await numbersOf(id)).toEqual(upTo(4));
      // What was undone gets the next numbers, and what is only tried gets none.
      const [first] = deals;
      if (!first) throw new Error('there is no deal');
      await takenBack(context, (each) =>
        settleHold(each, recordOf(first), {
          released_cents: 10_000,
          developer_id: first.developer.id,
        }),
      );
      expect(await numbersOf(first.developer.id)).toEqual(upTo(4));
      const rest = deals.filter((_, index) => index % 3 === 0);
      for (const { customer, milestones } of rest)
        ok(await customer.call('POST', `/api/milestones/${milestones[0]?.id}/accept`, {}));
      for (const { id } of developers) expect(await numbersOf(id)).toEqual(upTo(6));
    } finally {
      await pool.end();
    }
  });
});

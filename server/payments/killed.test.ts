import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { balance } from '../ledger/ledger.ts';
import { brokenInvariants } from '../operation/invariants.ts';
import { ok } from '../testing/deeds.ts';
import { PATIENCE } from '../testing/patience.ts';
import { crash, send, withServer } from '../testing/payments/crash.ts';
import {
  type Deal,
  finish,
  fund,
  makeDeal,
  moderate,
  onboard,
  openPage,
} from '../testing/payments/money-world.ts';
import { useMoneyWorld } from '../testing/payments/use-money-world.ts';

// Each of these kills a server for real, as a process of its own, at one exact moment.

const money = useMoneyWorld();
afterEach(async () => expect(await brokenInvariants(money.world.context.db)).toEqual([]));

/** The other servers go on, once the turn of the killed one is over. */
async function goOn(): Promise<void> {
  const { db } = money.world.context;
  await db.updateTable('provider_calls').set({ leased_until: null }).execute();
  for (let run = 0; run < 3; run++) await money.work();
}

/** Money that is about to be moved by a call, and how often it has been. */
interface Due {
  call: RegExp;
  made: () => number;
}

async function refundDue(deal: Deal): Promise<Due> {
  await fund(money, deal);
  await moderate(money, deal, 'close-for-customer');
  const { refunds } = money.fake.books;
  const before = refunds.length;
  return { call: /POST .*refunds$/, made: () => refunds.length - before };
}

async function transferDue(deal: Deal): Promise<Due> {
  await onboard(money, deal.developer);
  await fund(money, deal);
  await finish(deal);
  const { transfers } = money.fake.books;
  const before = transfers.size;
  return { call: /POST .*transfers$/, made: () => transfers.size - before };
}

async function payoutDue(deal: Deal): Promise<Due> {
  await transferDue(deal);
  await money.work();
  ok(await deal.developer.call('POST', '/api/earnings/payouts'));
  const { payouts } = money.fake.books;
  const before = payouts.length;
  return { call: /POST .*payouts$/, made: () => payouts.length - before };
}

describe('a server that is killed', () => {
  it.each([
    ['before it could ask for a refund', 'before a call', refundDue],
    ['when a refund was made, before it knew', 'after its effect', refundDue],
    ['when a transfer was made, before it knew', 'after its effect', transferDue],
    ['when a payout was made, before it knew', 'after its effect', payoutDue],
  ] as const)('%s leaves one to the others, and no second', async (_name, at, prepare) => {
    const { call, made } = await prepare(await makeDeal(money));
    expect(await crash(money, { at, count: 0, call, patience: PATIENCE.timeout })).toBe(true);
    expect(made()).toBe(at === 'before a call' ? 0 : 1);
    await goOn();
    expect(made()).toBe(1);
    // Not made again, and known to be made.
    expect(await unfinishedCalls()).toEqual([]);
  });
});

async function unfinishedCalls(): Promise<string[]> {
  const rows = await money.world.context.db
    .selectFrom('provider_calls')
    .select('key')
    .where('kind', '<>', 'checkout')
    .where('state', '<>', 'done')
    .execute();
  return rows.map(({ key }) => key);
}

it('writes mails that the others can read', async () => {
  const deal = await makeDeal(money);
  money.fake.books.pay(await openPage(deal));
  const event = money.fake.books.events.at(-1);
  if (!event) throw new Error('nothing was paid');
  await withServer(money, async ({ url }) => send(money, await url, event));
  const mails = await money.world.mails({ to: deal.customer.email, since: new Date(0) });
  expect(mails.find(({ kind }) => kind === 'payment_receipt')?.body_text).toContain('Paid: $75.00');
});

describe('a payment', () => {
  it('is held once when the server is killed while it takes the event', async () => {
    const deal = await makeDeal(money);
    const page = await openPage(deal);
    const event = await withServer(money, async ({ url, kill, gone }) => {
      const address = await url;
      // The event is written and the request waited for: in the middle of the transaction. It is
      // paid only now: the server asks by itself too, and must not have taken it before.
      return holdingRequest(deal, async () => {
        money.fake.books.pay(page);
        const event = money.fake.books.events.at(-1);
        if (!event) throw new Error('nothing was paid');
        const sent = send(money, address, event);
        await untilTheEventWaits();
        kill();
        await Promise.all([sent, gone]);
        return event;
      });
    });
    expect(await takenOf(event.id)).toBe(0);
    expect(await balance(money.world.context.db, 'held', deal.milestones[0]?.id)).toBe(0);
    const answers = await Promise.all([1, 2, 3].map(() => money.deliver(event)));
    expect(answers).toEqual([200, 200, 200]);
    expect(await takenOf(event.id)).toBe(1);
    expect(await balance(money.world.context.db, 'held', deal.milestones[0]?.id)).toBe(10_000);
  });
});

function holdingRequest<Result>({ ticketId }: Deal, work: () => Promise<Result>): Promise<Result> {
  return money.world.context.db.transaction().execute(async (tx) => {
    await tx.selectFrom('tickets').select('id').where('id', '=', ticketId).forUpdate().execute();
    return work();
  });
}

/** Of those who wait, the one that has written an event. */
async function untilTheEventWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } =
      await sql`select from pg_locks waits join pg_locks wrote on wrote.pid = waits.pid
      where not waits.granted and wrote.relation = 'provider_events'::regclass
        and wrote.mode = 'RowExclusiveLock'`.execute(money.world.context.db);
    expect(rows.length).toBeGreaterThan(0);
  }, PATIENCE);
}

async function takenOf(eventId: string): Promise<number> {
  const { db } = money.world.context;
  const rows = await db
    .selectFrom('provider_events')
    .select('event_id')
    .where('event_id', '=', eventId)
    .execute();
  return rows.length;
}

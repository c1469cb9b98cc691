import { sql } from 'kysely';
import {
  type BillingRecord,
  isPaid,
  type Receipt,
  receiptNumber,
  type TicketMoney,
} from '#domain/billing.ts';
import { feeCents } from '#domain/money.ts';
import { placesFor } from '#domain/record-money.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { invoicesOfRecords } from '../ledger/invoices.ts';
import { moneyNow, moneyOfRecord, moneyOfTickets } from '../ledger/record-money.ts';
import { inReview, milestoneOfRecord, workOfRecord } from '../ledger/records.ts';
import type { Context } from '../lifecycle/context.ts';
import { asOneSide } from '../lifecycle/visibility.ts';
import { isReturn } from './holds.ts';
import { REFUND_FAILED } from './owed-refunds.ts';
import { askProvider } from './payments.ts';
import { ProviderError } from './provider.ts';

/**
 * A billing record as its customer sees it, with all that its receipt shows.
 * @throws Refusal `not_found` for everyone else
 */
export async function billingRecordFor(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<BillingRecord> {
  const row = await db
    .selectFrom('billing_records as b')
    .innerJoin('tickets as t', 't.id', 'b.ticket_id')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .select(['b.id', 't.id as ticket_id', 'm.id as milestone_id'])
    .select(sql<boolean>`coalesce(m.status = 'IN_REVIEW', false)`.as('delivered'))
    .select([
      workOfRecord.milestone_title.as('milestone_title'),
      workOfRecord.estimated_minutes.as('estimated_minutes'),
      workOfRecord.hourly_rate_cents.as('hourly_rate_cents'),
    ])
    .select(['b.status', 'b.price_cents', 'b.discount_cents', 'b.fee_cents', 'b.paid_at'])
    .select(inReview.as('payment_in_review'))
    .where('b.id', '=', id)
    .where('t.customer_id', '=', viewer.id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const latest = await latestCheckout(db, id);
  const discount_cents = latest?.discount_cents ?? row.discount_cents;
  const receipts = await receiptsOf(db, [id]);
  const { now, waiting } = await moneyOfRecord(db, id);
  const mine = { side: 'customer', id: viewer.id } as const;
  return {
    ...row,
    ...placesFor(mine, now),
    waiting: waiting && placesFor(mine, waiting),
    discount_cents,
    charge_cents: row.price_cents - discount_cents,
    fee_cents: row.fee_cents ?? feeCents(row.price_cents),
    payment_status: paymentStatus(row.status, latest?.status),
    returned_for: latest?.returned_for ?? null,
    receipt_number: receipts.find(({ kind }) => kind === 'payment')?.receipt_number ?? null,
    refunds: receipts.filter(({ kind }) => kind !== 'payment'),
    ...(await notTakenBack(db, id)),
    invoices: await invoicesOfRecords(db, [id]),
  };
}

/** Refunds that could not go back to where they came from, in cents: owed still, and paid another way. */
async function notTakenBack(
  db: Reader,
  recordId: string,
): Promise<Pick<BillingRecord, 'refund_failed_cents' | 'paid_elsewhere_cents'>> {
  const failed = await db
    .selectFrom('provider_calls as c')
    .innerJoin('money_findings as f', 'f.about', 'c.key')
    .select(sql<number>`coalesce(sum(c.amount_cents), 0)::int`.as('cents'))
    .where('c.billing_record_id', '=', recordId)
    .where('c.state', '=', 'failed')
    .where('f.kind', '=', REFUND_FAILED)
    .executeTakeFirstOrThrow();
  const elsewhere = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .select(sql<number>`coalesce(sum(l.amount_cents), 0)::int`.as('cents'))
    .where('e.billing_record_id', '=', recordId)
    .where('l.account', '=', 'outside')
    .executeTakeFirstOrThrow();
  return { refund_failed_cents: failed.cents, paid_elsewhere_cents: elsewhere.cents };
}

/** The specification's payment status. */
export function paymentStatus(
  record: BillingRecord['status'],
  checkout: string | undefined,
): BillingRecord['payment_status'] {
  if (isPaid(record)) return 'paid';
  return checkout === 'open' ? 'waiting' : 'not_paid';
}

/** The receipts of these records, oldest first. */
async function receiptsOf(db: Reader, billingRecordIds: string[]): Promise<Receipt[]> {
  if (billingRecordIds.length === 0) return [];
  const rows = await db
    .selectFrom('receipts')
    .select(['number', 'kind', 'amount_cents', 'entry_key', 'created_at', 'billing_record_id'])
    .where('billing_record_id', 'in', billingRecordIds)
    .orderBy('number')
    .execute();
  return rows.map(({ number, kind, entry_key, ...row }) => ({
    ...row,
    kind: isReturn(entry_key) ? 'return' : kind,
    receipt_number: receiptNumber(number),
  }));
}

/** The checkout that counts: the paid one, else the newest. */
export function latestCheckout(db: Reader, billingRecordId: string) {
  return db
    .selectFrom('checkouts')
    .select(['id', 'status', 'provider_reference', 'discount_cents', 'returned_for'])
    .where('billing_record_id', '=', billingRecordId)
    .orderBy((query) => query.case().when('status', '=', 'paid').then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Asks the provider for the status of a payment, takes it, and returns it. That the browser came
 * back from the provider's page proves nothing.
 * @throws Refusal `not_found`, `provider_unavailable`
 */
export async function checkPayment(
  context: Context,
  { viewer, id }: { viewer: Viewer; id: string },
): Promise<BillingRecord> {
  const record = await billingRecordFor(context.db, viewer, id);
  const checkout = await latestCheckout(context.db, id);
  if (record.payment_status !== 'waiting') return record;
  // A page that was never opened cannot have been paid.
  if (!checkout?.provider_reference) return { ...record, payment_status: 'not_paid' };
  const payment = await askProvider(context, checkout.id).catch((error: unknown) => {
    if (error instanceof ProviderError) throw new Refusal('provider_unavailable');
    throw error;
  });
  if (payment?.status === 'succeeded') return billingRecordFor(context.db, viewer, id);
  // A page that is still open was left without paying.
  return { ...record, payment_status: payment?.status === 'processing' ? 'waiting' : 'not_paid' };
}

/**
 * Where the money of a request is, from its billing records and the ledger, so that milestones that
 * left the plan are included.
 * @throws Refusal `not_found` for anyone but its two sides
 */
export async function ticketMoney(
  db: Reader,
  viewer: Viewer,
  ticketId: string,
): Promise<TicketMoney> {
  const side = await asOneSide(db, viewer, ticketId);
  const money = moneyNow(await moneyOfTickets(db, [ticketId]));
  return {
    ...placesFor({ side, id: viewer.id }, money),
    ...(side === 'customer'
      ? await papersWithTitles(db, ticketId)
      : { receipts: [], invoices: [] }),
  };
}

async function papersWithTitles(
  db: Reader,
  ticketId: string,
): Promise<Pick<TicketMoney, 'receipts' | 'invoices'>> {
  const records = await db
    .selectFrom('billing_records as b')
    .leftJoin('milestones as m', (join) => join.on('m.id', '=', milestoneOfRecord))
    .select(['b.id', workOfRecord.milestone_title.as('title')])
    .where('b.ticket_id', '=', ticketId)
    .execute();
  const titles = new Map(records.map(({ id, title }) => [id, title]));
  const titled = <Paper extends { billing_record_id: string }>(paper: Paper) => ({
    ...paper,
    milestone_title: titles.get(paper.billing_record_id) ?? null,
  });
  const ids = [...titles.keys()];
  const [receipts, invoices] = [await receiptsOf(db, ids), await invoicesOfRecords(db, ids)];
  return { receipts: receipts.map(titled), invoices: invoices.map(titled) };
}

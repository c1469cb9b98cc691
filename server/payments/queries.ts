import { sql } from 'kysely';
import { type BillingRecord, isPaid, type Receipt, receiptNumber } from '#domain/billing.ts';
import { feeCents } from '#domain/money.ts';
import { placesFor } from '#domain/record-money.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';
import { moneyOfRecord } from '../ledger/record-money.ts';
import { inReview, milestoneOfRecord } from '../ledger/records.ts';
import { isReturn } from './holds.ts';

/**
 * A billing record as its customer sees it, with all that stands on its receipt.
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
    .select(['b.id', 't.id as ticket_id', 'm.id as milestone_id', 'm.title as milestone_title'])
    .select(sql<boolean>`coalesce(m.status = 'IN_REVIEW', false)`.as('delivered'))
    .select(['m.estimated_minutes', 'm.hourly_rate_cents', 'b.status', 'b.price_cents'])
    .select(['b.discount_cents', 'b.fee_cents', 'b.paid_at', inReview.as('payment_in_review')])
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
  };
}

/** The specification's payment status, from what is kept. */
export function paymentStatus(
  record: BillingRecord['status'],
  checkout: string | undefined,
): BillingRecord['payment_status'] {
  if (isPaid(record)) return 'paid';
  return checkout === 'open' ? 'waiting' : 'not_paid';
}

/** What customers were sent about these records, oldest first. */
export async function receiptsOf(db: Reader, billingRecordIds: string[]): Promise<Receipt[]> {
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

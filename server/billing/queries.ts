import type { BillingRecord } from '#domain/billing.ts';
import { isPaid } from '#domain/billing.ts';
import { Refusal } from '#domain/errors.ts';
import type { Reader } from '../database/database.ts';
import type { Viewer } from '../http/viewer.ts';

/**
 * A billing record as its customer sees it.
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
    .innerJoin('milestones as m', 'm.id', 'b.milestone_id')
    .select([
      'b.id',
      'b.ticket_id',
      'm.id as milestone_id',
      'm.title as milestone_title',
      'b.status',
    ])
    .select(['b.price_cents', 'b.discount_cents'])
    .where('b.id', '=', id)
    .where('t.customer_id', '=', viewer.id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const latest = await latestCheckout(db, id);
  const discount_cents = latest?.discount_cents ?? row.discount_cents;
  return {
    ...row,
    discount_cents,
    charge_cents: row.price_cents - discount_cents,
    payment_status: isPaid(row.status)
      ? 'paid'
      : latest?.status === 'open'
        ? 'waiting'
        : 'not_paid',
  };
}

/** The checkout that counts: the paid one, else the newest. */
export function latestCheckout(db: Reader, billingRecordId: string) {
  return db
    .selectFrom('checkouts')
    .select(['id', 'status', 'provider_reference', 'discount_cents'])
    .where('billing_record_id', '=', billingRecordId)
    .orderBy((query) => query.case().when('status', '=', 'paid').then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

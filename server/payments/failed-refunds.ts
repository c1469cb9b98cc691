import { paidElsewhereLines } from '#domain/ledger.ts';
import { formatCents } from '#domain/money.ts';
import type { Tx } from '../database/database.ts';
import { report, resolve } from '../ledger/findings.ts';
import { book } from '../ledger/ledger.ts';
import { lockRecord } from '../ledger/records.ts';
import { REFUND_FAILED } from '../ledger/refunds-left.ts';
import type { Change } from '../lifecycle/change.ts';
import { askForRest } from './cover-call.ts';
import { payerOf, tellPaidElsewhere, tellRefundedAgain, tellRefundFailed } from './receipts.ts';

/** Of money findings: the provider refused a refund as the payment was refunded already. */
export const REFUNDED_ALREADY = 'refunded_already';

interface FailedRefund {
  key: string;
  billing_record_id: string;
  amount_cents: number;
}

/** The money is still owed: a person has to pay it back another way, and the customer is told. */
export async function reportFailedRefund(
  change: Change,
  { key, billing_record_id, amount_cents }: FailedRefund,
): Promise<void> {
  const record = await lockRecord(change.tx, billing_record_id);
  await reportOwed(change.tx, { key, billing_record_id, amount_cents });
  await tellRefundFailed(change, record, amount_cents);
}

/**
 * Somebody has refunded the payment at the provider, so that the customer may have the money: a person has
 * to look. One of the same amount is taken over by `compareWithProvider`, one of more once they have looked.
 */
export function reportRefundedAlready(
  { tx }: Change,
  { key, amount_cents }: FailedRefund,
): Promise<void> {
  return report(tx, {
    kind: REFUNDED_ALREADY,
    about: key,
    detail: `${formatCents(amount_cents)} were to go back, and the payment was refunded already. Look up by whom.`,
  });
}

/** Somebody has made a refund at the provider that had failed: who read of that reads so. */
export async function takeOverRefund(
  change: Change,
  { key, billing_record_id, amount_cents }: FailedRefund,
): Promise<void> {
  const { tx } = change;
  if (!(await resolveRefund(tx, key))) return;
  await tellRefundedAgain(change, await lockRecord(tx, billing_record_id), amount_cents);
}

/**
 * Ends what was reported about a refund.
 * @returns whether its customer was told that it had failed
 */
async function resolveRefund(tx: Tx, key: string): Promise<boolean> {
  await resolve(tx, REFUNDED_ALREADY, [key]);
  return resolve(tx, REFUND_FAILED, [key]);
}

/**
 * Once the customer has `cents` of it another way. The rest of one that was refused only as it was too
 * much is asked for.
 * @returns whether they were told that it had failed
 */
export async function coverFailedRefund(
  tx: Tx,
  {
    key,
    billing_record_id,
    amount_cents,
  }: { key: string; billing_record_id: string | null; amount_cents: number | null },
  cents: number,
): Promise<boolean> {
  const wasTold = await resolveRefund(tx, key);
  const left = (amount_cents ?? 0) - cents;
  if (left > 0 && billing_record_id !== null)
    await (wasTold
      ? reportOwed(tx, { key, billing_record_id, amount_cents: left })
      : askForRest(tx, key));
  return wasTold;
}

async function reportOwed(
  tx: Tx,
  { key, billing_record_id, amount_cents }: FailedRefund,
): Promise<void> {
  const payer = await payerOf(tx, await lockRecord(tx, billing_record_id));
  const who = payer ? '' : ' The customer has left: the payment provider knows who paid.';
  await report(tx, {
    kind: REFUND_FAILED,
    about: key,
    detail: `${formatCents(amount_cents)} could not go back to where the customer paid from; pay it back another way.${who}`,
  });
}

/**
 * Books that a failed refund was paid back another way, and tells the customer. Nothing where their own
 * bank has made it meanwhile.
 * @param key of the provider call
 */
export async function bookPaidElsewhere(change: Change, key: string): Promise<void> {
  const { tx } = change;
  const failed = await tx
    .selectFrom('provider_calls')
    .select('billing_record_id')
    .where('key', '=', key)
    .where('kind', '=', 'refund')
    .executeTakeFirst();
  if (!failed?.billing_record_id) return;
  const record = await lockRecord(tx, failed.billing_record_id);
  const paid = await tx
    .updateTable('provider_calls')
    .set({ state: 'covered', settled_at: new Date() })
    .where('key', '=', key)
    .where('state', '=', 'failed')
    .returning('amount_cents')
    .executeTakeFirst();
  if (!paid?.amount_cents) return;
  const { amount_cents } = paid;
  await book(tx, {
    key: `paid_elsewhere:${key}`,
    kind: 'paid_elsewhere',
    billing_record_id: record.id,
    lines: paidElsewhereLines(amount_cents),
  });
  await tellPaidElsewhere(change, record, amount_cents);
}

import { type BillingStatus, billingMayBecome } from '#domain/billing.ts';
import { firstHourRefusalWords } from '#domain/first-hour.ts';
import {
  type EntryKind,
  holdLines,
  lostHeldLines,
  lostLines,
  returnLines,
  settleLines,
} from '#domain/ledger.ts';
import { NEW_UNBLOCKER_MILESTONES, PAYOUT_WAITS_DAYS } from '#domain/limits.ts';
import { DAY_MS } from '#domain/milliseconds.ts';
import { feeCents } from '#domain/money.ts';
import type { Reader, Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { book } from '../ledger/ledger.ts';
import { COVER, lostByDispute } from '../ledger/money-left.ts';
import { asHeld, type BillingRow, lockRecord, paidCheckout, workOf } from '../ledger/records.ts';
import type { Change, LostDispute } from '../lifecycle/change.ts';
import { planCallByJob } from './calls.ts';
import { issueReceipt } from './receipts.ts';
import { coverByHand, lostByHand } from './refunds-by-hand.ts';

/** Holds the payment of a checkout for its record, which from now on says what was paid for. */
export async function hold(change: Change, recordId: string, checkoutId: string): Promise<void> {
  const record = await lockRecord(change.tx, recordId);
  const { discount_cents, charge_cents } = await change.tx
    .updateTable('checkouts')
    .set({ status: 'paid' })
    .where('id', '=', checkoutId)
    .returning(['discount_cents', 'charge_cents'])
    .executeTakeFirstOrThrow();
  const entry_key = `hold:${checkoutId}`;
  const now = new Date();
  await become(change, record, 'held', {
    ...(await workOf(change, record)),
    discount_cents,
    fee_cents: feeCents(record.price_cents),
    paid_at: now,
  });
  await begin(change, record, now);
  await book(change.tx, {
    key: entry_key,
    kind: 'hold',
    billing_record_id: recordId,
    lines: holdLines(record),
  });
  await issueReceipt(change, { record, kind: 'payment', amount_cents: charge_cents, entry_key });
}

/** Starts work that had been started automatically and waited for its payment. */
async function begin({ tx }: Change, { milestone_id }: BillingRow, now: Date): Promise<void> {
  await tx
    .updateTable('milestones')
    .set({ started_at: now })
    .where('id', '=', milestone_id)
    .where('status', '=', 'IN_PROGRESS')
    .where('started_at', 'is', null)
    .execute();
}

/**
 * Ends a hold: `released` cents of the price go to the developer, the rest back to the customer.
 * Booked under one key either way, so that it ends once. While moderators review the payment
 * nothing moves: the developer's part is stored, and the hold ends once they have cleared it.
 * @returns the status of the record afterwards
 */
export async function settleHold(
  change: Change,
  recordId: string,
  parts: { released_cents: number; developer_id: string | null },
): Promise<BillingStatus> {
  const record = await lockRecord(change.tx, recordId);
  const { released_cents, developer_id } = parts;
  // Read under the record's lock: a payment may be marked for review while the step that releases
  // it waits.
  const isLookedAt = record.review_reasons !== null && record.reviewed_at === null;
  if (released_cents > 0 && isLookedAt) {
    await change.tx
      .updateTable('billing_records')
      .set({ awarded_cents: released_cents, awarded_to: developer_id })
      .where('id', '=', recordId)
      .execute();
    return 'held';
  }
  const refunded_cents = record.price_cents - released_cents;
  const entry_key = settleKey(recordId);
  await become(change, record, released_cents > 0 ? 'released' : 'refunded', {
    released_cents,
    refunded_cents,
    settled_at: new Date(),
    payable_at: await payableAt(change.tx, parts, new Date()),
  });
  const lines = settleLines(asHeld(record), parts);
  await book(change.tx, {
    key: entry_key,
    kind: kindOf(released_cents, refunded_cents),
    billing_record_id: recordId,
    lines,
  });
  if (released_cents > 0 && developer_id !== null)
    await enqueueJob(change.tx, 'settle', { developer_id });
  const owed = lines.find(({ account }) => account === 'refunds')?.amount_cents ?? 0;
  if (owed > 0) await owe(change, { record, entry_key, cents: owed });
  return record.status;
}

/**
 * From when money released now can be paid out; null for at once. New developers wait, so that a
 * refund finds the money there. Decided now, and stored with the record.
 */
async function payableAt(
  tx: Tx,
  { released_cents, developer_id }: { released_cents: number; developer_id: string | null },
  now: Date,
): Promise<Date | null> {
  if (released_cents === 0 || developer_id === null) return null;
  const isNew = (await releasesTo(tx, developer_id)) < NEW_UNBLOCKER_MILESTONES;
  return isNew ? new Date(now.getTime() + PAYOUT_WAITS_DAYS * DAY_MS) : null;
}

/** Approved and released milestones of a developer, counted as far as it matters. */
async function releasesTo(tx: Tx, developerId: string): Promise<number> {
  const rows = await tx
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .select('e.id')
    .where('l.account', '=', 'developer')
    .where('l.owner_id', '=', developerId)
    .where('e.kind', '=', 'release')
    .limit(NEW_UNBLOCKER_MILESTONES)
    .execute();
  return rows.length;
}

/** The key of the one entry that ends a record's hold. */
function settleKey(recordId: string): string {
  return `settle:${recordId}`;
}

/** The developer to whom a record's money was released, if it was. */
export async function developerPaidFor(db: Reader, recordId: string): Promise<string | null> {
  const line = await db
    .selectFrom('ledger_lines as l')
    .innerJoin('ledger_entries as e', 'e.id', 'l.entry_id')
    .select('l.owner_id')
    .where('e.key', '=', settleKey(recordId))
    .where('l.account', '=', 'developer')
    .executeTakeFirst();
  return line?.owner_id ?? null;
}

/** Ends a hold that a customer's bank has taken back for good: all that they did not have back already. */
export async function loseHold(
  change: Change,
  recordId: string,
  { checkout_id, amount_cents }: LostDispute,
): Promise<BillingRow> {
  const record = await lockRecord(change.tx, recordId);
  await become(change, record, 'refunded', {
    refunded_cents: record.price_cents,
    settled_at: new Date(),
  });
  const { charge_cents } = await change.tx
    .updateTable('checkouts')
    .set({ status: 'refunded' })
    .where('id', '=', checkout_id)
    .returning('charge_cents')
    .executeTakeFirstOrThrow();
  const entry_key = settleKey(recordId);
  await book(change.tx, {
    key: entry_key,
    kind: 'dispute_lost',
    billing_record_id: recordId,
    lines: lostHeldLines(record, amount_cents),
  });
  const cents = charge_cents - amount_cents;
  if (cents > 0) await owe(change, { record, entry_key, cents });
  return record;
}

const RETURN = 'return:';

/** Whether an entry returns an unexpected payment. */
export function isReturn(entryKey: string): boolean {
  return entryKey.startsWith(RETURN);
}

/** Returns a payment that nobody expects any more. */
export async function returnPayment(change: Change, checkoutId: string): Promise<void> {
  const { tx } = change;
  const checkout = await tx
    .updateTable('checkouts')
    .set({ status: 'returned' })
    .where('id', '=', checkoutId)
    .returning(['charge_cents', 'billing_record_id'])
    .executeTakeFirstOrThrow();
  const record = await lockRecord(tx, checkout.billing_record_id);
  const entry_key = `${RETURN}${checkoutId}`;
  const cents = checkout.charge_cents;
  await book(tx, {
    key: entry_key,
    kind: 'return',
    billing_record_id: record.id,
    lines: returnLines(cents),
  });
  await owe(change, { record, entry_key, cents, checkoutId });
}

/** Closes an unpaid record and its open pages. */
export async function voidRecord(change: Change, recordId: string): Promise<void> {
  const record = await lockRecord(change.tx, recordId);
  await become(change, record, 'void', { settled_at: new Date() });
  await closePages(change, recordId);
}

/** Changes the price of an unpaid record and closes pages with the old one. */
export async function reprice(
  change: Change,
  recordId: string,
  price_cents: number,
): Promise<void> {
  await change.tx
    .updateTable('billing_records')
    .set({ price_cents })
    .where('id', '=', recordId)
    .execute();
  await closePages(change, recordId);
}

/** Closes the pages on which a record could be paid; a payment that still arrives is returned. */
export async function closePages(change: Change, recordId: string): Promise<void> {
  const open = await change.tx
    .updateTable('checkouts')
    .set({ status: 'expired' })
    .where('billing_record_id', '=', recordId)
    .where('status', '=', 'open')
    .returning(['id', 'provider', 'provider_reference'])
    .execute();
  for (const checkout of open) await closePage(change, checkout);
}

/** Plans the closing of a page at the provider; a job does it, or the caller sooner. */
export async function closePage(
  change: Change,
  checkout: { id: string; provider: string; provider_reference: string | null },
): Promise<void> {
  if (checkout.provider_reference === null) return;
  await planCallByJob(change, {
    key: expireKey(checkout.id),
    provider: checkout.provider,
    checkout_id: checkout.id,
    request: { kind: 'expire', page_reference: checkout.provider_reference },
  });
}

/** The key of the call that closes a checkout's page. */
export function expireKey(checkoutId: string): string {
  return `expire:${checkoutId}`;
}

type Covered = Pick<Owed, 'record' | 'entry_key' | 'cents'> & {
  checkout: { id: string; provider: string };
};

interface Owed {
  record: BillingRow;
  entry_key: string;
  cents: number;
  /** Of a payment that is not the one held. */
  checkoutId?: string;
}

/**
 * Refunds a customer by a job, and tells them. What their bank has given them already of a payment
 * that was still held is not sent again, nor is what others have refunded by hand.
 */
export async function owe(
  change: Change,
  { record, entry_key, cents: owed_cents, checkoutId }: Owed,
): Promise<void> {
  const checkout = checkoutId
    ? await change.tx
        .selectFrom('checkouts')
        .selectAll()
        .where('id', '=', checkoutId)
        .executeTakeFirstOrThrow()
    : await paidCheckout(change.tx, record.id);
  if (checkout.payment_reference === null) throw new Error('a payment without its name');
  const about = { record, entry_key, cents: owed_cents, checkout };
  const cents = owed_cents - (await coverByLost(change.tx, about));
  if (cents === 0) return;
  const byHand = { checkout_id: checkout.id, billing_record_id: record.id, why: entry_key };
  const left = cents - (await coverByHand(change.tx, { ...byHand, cents }));
  if (left > 0)
    await planCallByJob(change, {
      key: `refund:${entry_key}`,
      provider: checkout.provider,
      checkout_id: checkout.id,
      billing_record_id: record.id,
      request: {
        kind: 'refund',
        payment_reference: checkout.payment_reference,
        amount_cents: left,
      },
    });
  // Of all that they get back: of a refund by hand they have no other one.
  const { returned_for } = checkout;
  await issueReceipt(change, {
    record,
    kind: 'refund',
    amount_cents: cents,
    entry_key,
    ...(returned_for !== null && { why: firstHourRefusalWords[returned_for] }),
  });
}

/**
 * Settles what is owed now with what lost disputes took before of the same payment, unless a moderator
 * has said who bears that; in cents.
 */
async function coverByLost(tx: Tx, { record, entry_key, cents, checkout }: Covered) {
  let covered = 0;
  for (const { reference, lost_cents } of await lostOf(tx, checkout)) {
    const part = Math.min(lost_cents, cents - covered);
    if (part <= 0) continue;
    covered += part;
    await book(tx, {
      key: `${COVER}${reference}:${entry_key}`,
      kind: 'dispute_lost',
      billing_record_id: record.id,
      lines: lostLines(0, part),
    });
  }
  return covered;
}

function lostOf(tx: Tx, checkout: Covered['checkout']) {
  return tx
    .selectFrom('disputes as d')
    .select(['d.reference', lostByDispute.as('lost_cents')])
    .where('d.provider', '=', checkout.provider)
    .where('d.checkout_id', '=', checkout.id)
    .where('d.state', '=', 'lost')
    .where('d.borne_by', 'is', null)
    .orderBy('d.closed_at')
    .execute();
}

/** What of a held payment its customer has back, by lost disputes and refunds by hand, in cents. */
export async function hasBack(tx: Tx, checkout: Covered['checkout']): Promise<number> {
  const byBank = (await lostOf(tx, checkout)).map(({ lost_cents }) => lost_cents);
  const byHand = (await lostByHand(tx, checkout.id)).map(({ cents }) => cents);
  return [...byBank, ...byHand].reduce((sum, cents) => sum + cents, 0);
}

/** Updates a locked record, and the caller's copy of it. */
async function become(
  { tx }: Change,
  record: BillingRow,
  status: BillingStatus,
  values: Partial<BillingRow>,
): Promise<void> {
  if (!billingMayBecome(record.status, status))
    throw new Error(`a ${record.status} billing record cannot become ${status}`);
  const all = { ...values, status, awarded_cents: null, awarded_to: null };
  Object.assign(record, all);
  await tx.updateTable('billing_records').set(all).where('id', '=', record.id).execute();
}

function kindOf(released_cents: number, refunded_cents: number): EntryKind {
  if (refunded_cents === 0) return 'release';
  return released_cents === 0 ? 'refund' : 'split';
}

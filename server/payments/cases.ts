import { type BorneBy, caseLines, lostLines } from '#domain/ledger.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { book } from '../ledger/ledger.ts';
import { lostByDispute, undecidedDispute } from '../ledger/money-left.ts';
import { asHeld, type BillingRow, lockRecord, paidCheckout } from '../ledger/records.ts';
import type { Change, LostDispute } from '../lifecycle/change.ts';
import type { LockedTicket } from '../lifecycle/locked.ts';
import { refundOrVoid } from './call-off.ts';
import { developerPaidFor, owe, settleHold } from './holds.ts';
import { coverOwed } from './owed-refunds.ts';

/**
 * Refunds released money as a moderator's case, even if it was paid out. The developer's share
 * comes from their balance, which may become negative and is then reduced by later releases, or
 * from the platform. The caller has locked the request.
 * @throws Refusal `nothing_released` when less was released, `dispute_open`
 */
export async function refundReleased(
  change: Change,
  recordId: string,
  { cents, borne_by }: { cents: number; borne_by: BorneBy },
): Promise<void> {
  const { tx } = change;
  const record = await lockRecord(tx, recordId);
  const isPossible = Number.isInteger(cents) && cents > 0;
  if (!isPossible || cents > (await refundable(tx, record))) throw new Refusal('nothing_released');
  if (await isDisputed(tx, recordId)) throw new Refusal('dispute_open');
  const developer_id = await developerPaidFor(tx, recordId);
  const before_cents = record.case_refunded_cents;
  const entry_key = `case:${recordId}:${before_cents + cents}`;
  await takeFromReleased(tx, record, cents);
  await book(tx, {
    key: entry_key,
    kind: 'case_refund',
    billing_record_id: recordId,
    lines: caseLines(
      asHeld(record),
      { cents, before_cents },
      { developer_id, borne_by },
      'refunds',
    ),
  });
  await owe(change, { record, entry_key, cents });
  if (developer_id) await enqueueJob(tx, 'settle', { developer_id });
}

/**
 * Refunds the whole request: all that is held and, as a moderator's case, all that was released,
 * also for milestones that left the plan and for former developers. The caller has locked the
 * request.
 * @throws Refusal `dispute_open`
 */
export async function refundWholeRequest(
  change: Change,
  { ticket, milestones }: LockedTicket,
  borne_by: BorneBy,
): Promise<void> {
  for (const milestone of milestones) {
    const { billing_record_id: id, awarded_cents } = milestone;
    if (id !== null && awarded_cents !== null)
      await settleHold(change, id, { released_cents: 0, developer_id: null });
    else await refundOrVoid(change, milestone);
  }
  const released = await change.tx
    .selectFrom('billing_records')
    .select('id')
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'released')
    .orderBy('id')
    .execute();
  for (const { id } of released) await refundAllReleased(change, id, borne_by);
}

/**
 * Refunds all that is left of one released record. The caller has locked the request.
 * @throws Refusal `dispute_open`
 */
export async function refundAllReleased(
  change: Change,
  recordId: string,
  borne_by: BorneBy,
): Promise<void> {
  const cents = await refundable(change.tx, await lockRecord(change.tx, recordId));
  if (cents > 0) await refundReleased(change, recordId, { cents, borne_by });
}

/**
 * Decides who bears a lost dispute over released money; until then the developer's share stays
 * frozen.
 * @throws Refusal `no_lost_dispute`
 */
export async function decideLostDispute(
  change: Change,
  { provider, reference }: { provider: string; reference: string },
  borne_by: BorneBy,
): Promise<void> {
  const { tx } = change;
  const dispute = await tx
    .updateTable('disputes as d')
    .from('billing_records as b')
    .set({ borne_by })
    .whereRef('b.id', '=', 'd.billing_record_id')
    .where('d.provider', '=', provider)
    .where('d.reference', '=', reference)
    .where('d.state', '=', 'lost')
    .where(undecidedDispute())
    .returning(['d.billing_record_id', lostByDispute.as('lost_cents')])
    .executeTakeFirst();
  if (!dispute) throw new Refusal('no_lost_dispute');
  const record = await lockRecord(tx, dispute.billing_record_id);
  const developer_id = await developerPaidFor(tx, record.id);
  const before_cents = record.case_refunded_cents;
  const cents = Math.min(dispute.lost_cents, record.released_cents - before_cents);
  if (developer_id === null) throw new Refusal('no_lost_dispute');
  await takeFromReleased(tx, record, cents);
  await book(tx, {
    key: `case_dispute:${reference}`,
    kind: 'case_dispute',
    billing_record_id: record.id,
    lines: caseLines(asHeld(record), { cents, before_cents }, { developer_id, borne_by }, 'losses'),
  });
  await enqueueJob(tx, 'settle', { developer_id });
}

/**
 * A bank has taken released money back: what was owed to the customer anyway is settled by it, and the
 * rest is lost, until a moderator decides who bears it. The caller has locked the request.
 */
export async function loseReleased(
  change: Change,
  recordId: string,
  { reference, checkout_id, amount_cents }: LostDispute,
): Promise<void> {
  const owed = await coverOwed(change, checkout_id, { cents: amount_cents, by: 'bank' });
  await book(change.tx, {
    key: `dispute_lost:${reference}`,
    kind: 'dispute_lost',
    billing_record_id: recordId,
    lines: lostLines(amount_cents, owed),
  });
}

async function takeFromReleased(tx: Tx, record: BillingRow, cents: number): Promise<void> {
  record.case_refunded_cents += cents;
  await tx
    .updateTable('billing_records')
    .set({ case_refunded_cents: record.case_refunded_cents })
    .where('id', '=', record.id)
    .execute();
}

/** How much of a released record can still be refunded: never more than the customer paid. */
async function refundable(tx: Tx, record: BillingRow): Promise<number> {
  if (record.status !== 'released') return 0;
  const { charge_cents } = await paidCheckout(tx, record.id);
  return Math.max(0, charge_cents - record.refunded_cents - record.case_refunded_cents);
}

/** Also a lost dispute that nobody bears yet: the bank has paid the customer already. */
async function isDisputed(tx: Tx, recordId: string): Promise<boolean> {
  const undecided = await tx
    .selectFrom('disputes as d')
    .innerJoin('billing_records as b', 'b.id', 'd.billing_record_id')
    .select('d.id')
    .where('b.id', '=', recordId)
    .where(undecidedDispute())
    .executeTakeFirst();
  return undecided !== undefined;
}

import { type DisputeState, disputeLines, lostLines } from '#domain/ledger.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { book, isBooked } from '../ledger/ledger.ts';
import { type BillingRow, lockRecord } from '../ledger/records.ts';
import type { Change } from '../lifecycle/change.ts';
import { type LockedTicket, lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { developerPaidFor, loseHold } from './holds.ts';
import { sendPaymentLost } from './payment-lost-letter.ts';

interface Dispute {
  reference: string;
  checkout_id: string;
  amount_cents: number;
  state: DisputeState;
  withdrawn: boolean;
}

/**
 * A customer's bank wants a payment back. While that is open nothing of it leaves; once it is
 * closed it stays so, in whatever order the events come. Entries of its own in any case.
 */
export async function takeDispute(change: Change, provider: string, fact: Dispute): Promise<void> {
  const { tx } = change;
  const { reference } = fact;
  const about = await lockedRecord(tx, fact.checkout_id);
  const { record } = about;
  const known = await keepDispute(tx, provider, { ...fact, record });
  if (fact.withdrawn && !(await isBooked(tx, `dispute:${reference}`)))
    await bookDispute(tx, record, fact);
  if (known === 'open' && fact.state !== 'open') await closeDispute(change, provider, fact, about);
  // What was sent is taken back while it is frozen, and sent again when it is not.
  const developer_id = await developerPaidFor(tx, record.id);
  if (developer_id) await enqueueJob(tx, 'settle', { developer_id });
}

async function closeDispute(
  change: Change,
  provider: string,
  fact: Dispute,
  about: About,
): Promise<void> {
  const { tx } = change;
  await tx
    .updateTable('disputes')
    .set({ state: fact.state, closed_at: new Date() })
    .where('provider', '=', provider)
    .where('reference', '=', fact.reference)
    .execute();
  await (fact.state === 'won' ? win(tx, about.record, fact) : lose(change, about, fact));
}

interface About {
  record: BillingRow;
  /** Null for a record of another program, and once the request is gone. */
  locked: LockedTicket | null;
}

/** The request is locked first, as everywhere, so that no step of it is under way. */
async function lockedRecord(tx: Tx, checkoutId: string): Promise<About> {
  const { id, ticket_id } = await tx
    .selectFrom('checkouts as c')
    .innerJoin('billing_records as b', 'b.id', 'c.billing_record_id')
    .select(['b.id', 'b.ticket_id'])
    .where('c.id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  const locked = ticket_id === null ? null : await lockTicket(tx, ticket_id);
  return { locked, record: await lockRecord(tx, id) };
}

/** The state that we knew before this, which is open for one that is new. */
async function keepDispute(
  tx: Tx,
  provider: string,
  { reference, checkout_id, amount_cents, record }: Dispute & { record: BillingRow },
): Promise<DisputeState> {
  await tx
    .insertInto('disputes')
    .values({ provider, reference, checkout_id, amount_cents, billing_record_id: record.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { state } = await tx
    .selectFrom('disputes')
    .select('state')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return state;
}

function bookDispute(tx: Tx, record: BillingRow, { reference, amount_cents }: Dispute) {
  return book(tx, {
    key: `dispute:${reference}`,
    kind: 'dispute',
    billing_record_id: record.id,
    lines: disputeLines(amount_cents),
  });
}

/** An inquiry that came to nothing never took money. */
async function win(tx: Tx, record: BillingRow, { reference, amount_cents }: Dispute) {
  if (!(await isBooked(tx, `dispute:${reference}`))) return;
  await book(tx, {
    key: `dispute_won:${reference}`,
    kind: 'dispute_won',
    billing_record_id: record.id,
    lines: disputeLines(-amount_cents),
  });
}

/**
 * The money is with the customer. What was still held for them ends with it; what was owed to them
 * is paid by it; what had been released is lost, until a moderator decides who bears it.
 */
async function lose(change: Change, about: About, fact: Dispute): Promise<void> {
  const { tx } = change;
  const { record } = about;
  const { reference, amount_cents, checkout_id } = fact;
  if (!(await isBooked(tx, `dispute:${reference}`))) await bookDispute(tx, record, fact);
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['status', 'charge_cents'])
    .where('id', '=', checkout_id)
    .executeTakeFirstOrThrow();
  const endsHold = record.status === 'held' && checkout.status === 'paid';
  if (endsHold && amount_cents === checkout.charge_cents)
    return loseHeld(change, about, { checkoutId: checkout_id, cents: amount_cents });
  const owed = await coverOwed(tx, checkout_id, amount_cents);
  await book(tx, {
    key: `dispute_lost:${reference}`,
    kind: 'dispute_lost',
    billing_record_id: record.id,
    lines: lostLines(amount_cents, owed),
  });
}

/** A step of the request: its milestone is not paid any more, and both sides have to know. */
async function loseHeld(
  change: Change,
  about: About,
  { checkoutId, cents }: { checkoutId: string; cents: number },
): Promise<void> {
  const { locked, record } = about;
  if (locked === null || record.milestone_id === null) {
    await loseHold(change, record.id, checkoutId);
    return;
  }
  const { milestone } = await perform(change, locked, {
    action: 'lose-payment',
    actor: 'provider',
    milestoneId: record.milestone_id,
    payment: { checkoutId, expected: false },
  });
  await sendPaymentLost(change, locked.ticket, {
    milestoneId: record.milestone_id,
    cents,
    again: milestone?.billing === 'unpaid',
  });
}

/** Refunds that are still to be made and that the bank has made instead; their sum in cents. */
async function coverOwed(tx: Tx, checkoutId: string, cents: number): Promise<number> {
  const pending = await tx
    .selectFrom('provider_calls')
    .select(['key', 'amount_cents'])
    .where('checkout_id', '=', checkoutId)
    .where('kind', '=', 'refund')
    .where('state', 'in', ['pending', 'failed'])
    .orderBy('created_at')
    .forUpdate()
    .execute();
  let covered = 0;
  for (const { key, amount_cents } of pending) {
    if (amount_cents === null || covered + amount_cents > cents) continue;
    covered += amount_cents;
    await tx
      .updateTable('provider_calls')
      .set({ state: 'covered', settled_at: new Date() })
      .where('key', '=', key)
      .execute();
  }
  return covered;
}

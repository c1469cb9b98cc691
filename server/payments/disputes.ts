import { type DisputeState, disputeLines } from '#domain/ledger.ts';
import { formatCents } from '#domain/money.ts';
import { paths } from '#domain/paths.ts';
import { oneLine } from '#domain/text.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { book, isBooked } from '../ledger/ledger.ts';
import { type BillingRow, lockRecord } from '../ledger/records.ts';
import type { Change, LostDispute } from '../lifecycle/change.ts';
import { type LockedTicket, lockTicket, type TicketRow } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { loseReleased } from './cases.ts';
import { developerPaidFor, hasBack, loseHold } from './holds.ts';

interface Lost {
  milestoneId: string;
  charge_cents: number;
  /** Whether it can be paid again. */
  again: boolean;
  /** The developer whose payment it was, if any. */
  loser: string | null;
}

/**
 * Tells both sides that a milestone is no longer paid, and how much of it has gone back. It
 * cannot be turned off, as it concerns their money.
 */
async function sendPaymentLost(
  change: Change,
  ticket: TicketRow,
  { milestoneId, again, charge_cents, loser }: Lost,
): Promise<void> {
  const { tx } = change;
  const { title } = await tx
    .selectFrom('milestones')
    .select('title')
    .where('id', '=', milestoneId)
    .executeTakeFirstOrThrow();
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [ticket.customer_id, ...idsOf(loser)])
    .execute();
  for (const person of people) {
    const side = person.id === ticket.customer_id ? 'customer' : 'developer';
    await enqueueMail(change, {
      kind: 'payment_lost',
      to: person.email,
      subject: `Request #${shortId(ticket.id)} - Payment Taken Back`,
      paragraphs: [
        `After a dispute at their bank, the customer has all of the ${formatCents(charge_cents)} back that they paid for "${oneLine(title)}". Nothing is held for this milestone any more.`,
        again ? WHAT_NOW[side] : ACCEPTED,
      ],
      button: {
        label: 'View the request',
        url: paths.plan(side, ticket.id),
      },
    });
  }
}

function idsOf(id: string | null): string[] {
  return id === null ? [] : [id];
}

const ACCEPTED =
  'The work stays accepted. If something is wrong, report it in the discussion: a moderator looks into it.';

const WHAT_NOW = {
  customer:
    'The work cannot be approved without its payment. To go on, pay the milestone again; if you do not agree with the work, talk to your unblocker or report the message that it is about.',
  developer:
    'It can be paid again, and is not funded until then. We advise to wait with the work. If something is wrong, report it in the discussion: a moderator looks into it.',
};

interface Dispute {
  reference: string;
  checkout_id: string;
  amount_cents: number;
  state: DisputeState;
  withdrawn: boolean;
}

/**
 * Takes a dispute: a customer's bank wants a payment back. While it is open none of that money
 * leaves; once closed it stays closed, in whatever order the events arrive. It always has ledger
 * entries of its own.
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
  // Sent money is taken back while it is frozen, and sent again afterwards.
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
  await (fact.state === 'won' ? win(tx, about.record, fact) : lose(change, provider, about, fact));
}

interface About {
  record: BillingRow;
  /** Null for a record of another program, and once the request is gone. */
  locked: LockedTicket | null;
}

/** The request is locked first, as everywhere, so that no step runs at the same time. */
export async function lockedRecord(tx: Tx, checkoutId: string): Promise<About> {
  const { id, ticket_id } = await tx
    .selectFrom('checkouts as c')
    .innerJoin('billing_records as b', 'b.id', 'c.billing_record_id')
    .select(['b.id', 'b.ticket_id'])
    .where('c.id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  const locked = ticket_id === null ? null : await lockTicket(tx, ticket_id);
  return { locked, record: await lockRecord(tx, id) };
}

/** The previous state; open for a new dispute. */
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

/** An inquiry that was dropped never took money. */
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
 * The customer has the money. What was held may end with it; what was owed to them is settled; what was
 * released is lost, until a moderator decides who bears it.
 */
async function lose(change: Change, provider: string, about: About, fact: Dispute): Promise<void> {
  const { tx } = change;
  const { record, locked } = about;
  const { reference, amount_cents, checkout_id } = fact;
  if (!(await isBooked(tx, `dispute:${reference}`))) await bookDispute(tx, record, fact);
  const dispute = { provider, reference, checkout_id, amount_cents };
  const checkout = await checkoutOf(tx, checkout_id);
  if (await endHold(change, about, checkout, dispute)) return;
  // A payment that went back as it came is the platform's own matter: the request says nothing.
  const isReturned = checkout.status === 'returned';
  const milestone = isReturned ? null : locked && releasedMilestone(locked, record.id);
  if (!locked || !milestone) return loseReleased(change, record.id, dispute);
  await perform(change, locked, {
    action: 'lose-released',
    actor: 'provider',
    milestoneId: milestone.id,
    dispute,
  });
}

function checkoutOf(tx: Tx, id: string) {
  return tx
    .selectFrom('checkouts')
    .select(['id', 'provider', 'status', 'charge_cents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** A refund by hand is booked: it may be the rest of what a bank has taken for good. */
export async function endLostHold(change: Change, about: About, checkout_id: string) {
  const { tx } = change;
  const lost = await tx
    .selectFrom('disputes')
    .select(['provider', 'reference', 'checkout_id'])
    .where('checkout_id', '=', checkout_id)
    .where('state', '=', 'lost')
    .executeTakeFirst();
  if (!lost) return;
  await endHold(change, about, await checkoutOf(tx, checkout_id), { ...lost, amount_cents: 0 });
}

/**
 * Ends a hold once the customer has all of their money back, by their bank and by what was refunded by hand.
 * @returns whether it has ended
 */
async function endHold(
  change: Change,
  about: About,
  checkout: Awaited<ReturnType<typeof checkoutOf>>,
  dispute: LostDispute,
): Promise<boolean> {
  const { charge_cents } = checkout;
  const left_cents = charge_cents - dispute.amount_cents;
  const isHeld = about.record.status === 'held' && checkout.status === 'paid';
  if (!isHeld || left_cents < 0 || left_cents > (await hasBack(change.tx, checkout))) return false;
  await loseHeld(change, about, dispute, charge_cents);
  return true;
}

/** The milestone of a request's plan whose money a record is, once it is released. */
export function releasedMilestone({ milestones }: LockedTicket, recordId: string) {
  return milestones.find(
    ({ billing_record_id, billing }) => billing_record_id === recordId && billing === 'released',
  );
}

/** A step of the request: its milestone is no longer paid, and both sides have to know. */
async function loseHeld(
  change: Change,
  about: About,
  dispute: LostDispute,
  charge_cents: number,
): Promise<void> {
  const { locked, record } = about;
  if (locked === null || record.milestone_id === null) {
    await loseHold(change, record.id, dispute);
    return;
  }
  // Read before the step clears it: accepted work stays its developer's, whoever has the request now.
  const loser = record.awarded_to ?? locked.ticket.developer_id;
  const { milestone } = await perform(change, locked, {
    action: 'lose-payment',
    actor: 'provider',
    milestoneId: record.milestone_id,
    people: idsOf(loser),
    dispute,
  });
  await sendPaymentLost(change, locked.ticket, {
    milestoneId: record.milestone_id,
    charge_cents,
    again: milestone?.billing === 'unpaid',
    loser,
  });
}

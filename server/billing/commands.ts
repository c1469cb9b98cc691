import { paidBackLines } from '#domain/ledger.ts';
import { firstHourDiscountCents } from '#domain/money.ts';
import { ticketTitle } from '#domain/ticket.ts';
import { type Change, change } from '../change.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../http/viewer.ts';
import {
  type LockedTicket,
  lockTicket,
  lockTicketOfMilestone,
  type PlannedMilestone,
} from '../tickets/locked.ts';
import { perform } from '../tickets/perform.ts';
import { book } from './ledger.ts';
import type { PaymentProvider } from './provider.ts';

/** A checkout that waits to be opened at the provider, which happens after the commit. */
export interface PendingCheckout {
  checkout_id: string;
  billing_record_id: string;
  charge_cents: number;
  description: string;
  ticket_id: string;
  /** At the provider: no longer to be paid, this one takes their place. */
  replaced: string[];
}

/** A new milestone's billing record, unpaid. Amount in cents. */
export async function createBillingRecord(
  { tx }: Change,
  milestone: { id: string; ticket_id: string; cost_cents: number },
): Promise<void> {
  await tx
    .insertInto('billing_records')
    .values({
      milestone_id: milestone.id,
      ticket_id: milestone.ticket_id,
      price_cents: milestone.cost_cents,
    })
    .execute();
}

/**
 * `POST /api/milestones/{id}/checkout`.
 * @throws Refusal `milestone_already_paid`, `wrong_state`, `not_your_part`, `not_found`
 */
export async function checkoutMilestone(
  change: Change,
  viewer: Viewer,
  milestoneId: string,
): Promise<PendingCheckout> {
  const locked = await lockTicketOfMilestone(change.tx, milestoneId);
  const { milestone } = await perform(change, locked, {
    action: 'checkout',
    actor: viewer,
    milestoneId,
  });
  if (!milestone) throw new Error('a checkout without a milestone');
  return prepareCheckout(change, locked, milestone);
}

/** Finds or makes the checkout of an unpaid milestone. The request is locked. */
export async function prepareCheckout(
  change: Change,
  locked: LockedTicket,
  milestone: PlannedMilestone,
): Promise<PendingCheckout> {
  const { ticket } = locked;
  const billing_record_id = milestone.billing_record_id;
  if (!billing_record_id) throw new Error('a milestone without a billing record');
  const discount_cents = await firstHourDiscount(change, ticket.customer_id, milestone);
  const charge_cents = milestone.cost_cents - discount_cents;
  const open = await openCheckouts(
    change,
    ticket.customer_id,
    discount_cents > 0 ? null : billing_record_id,
  );
  const same = open.find(
    (other) => other.billing_record_id === billing_record_id && other.charge_cents === charge_cents,
  );
  const replaced = open.filter((other) => other !== same);
  if (replaced.length > 0)
    await expireCheckouts(
      change,
      replaced.map(({ id }) => id),
    );
  const checkout =
    same ??
    (await insertCheckout(change, {
      billing_record_id,
      customer_id: ticket.customer_id,
      charge_cents,
      discount_cents,
    }));
  return {
    checkout_id: checkout.id,
    billing_record_id,
    charge_cents,
    ticket_id: ticket.id,
    description: `${milestone.title} (${ticketTitle(ticket)})`,
    replaced: replaced.flatMap(({ provider_reference }) => provider_reference ?? []),
  };
}

/**
 * Opens a checkout at the provider and gives back the page to pay on. Outside of any transaction;
 * repeating it after a crash opens the same one again.
 */
export async function openAtProvider(
  context: Context,
  provider: PaymentProvider,
  pending: PendingCheckout,
): Promise<{ checkout_url: string }> {
  const { publicUrl } = context.config;
  for (const reference of pending.replaced) await provider.expire(reference);
  const { reference, url } = await provider.open({
    checkout_id: pending.checkout_id,
    charge_cents: pending.charge_cents,
    description: pending.description,
    success_url: `${publicUrl}/paidSuccessful/${pending.billing_record_id}`,
    cancel_url: `${publicUrl}/dashboard/customer/plan/${pending.ticket_id}`,
  });
  await context.db
    .updateTable('checkouts')
    .set({ provider_reference: reference })
    .where('id', '=', pending.checkout_id)
    .execute();
  return { checkout_url: url };
}

/**
 * The provider says that a payment succeeded: by its event, or when asked. Taken once, however
 * often and in whatever order it is said.
 */
export async function confirmPayment(
  context: Context,
  provider: string,
  reference: string,
): Promise<void> {
  await change(context, async (change) => {
    const found = await change.tx
      .selectFrom('checkouts as c')
      .innerJoin('billing_records as b', 'b.id', 'c.billing_record_id')
      .select(['c.id', 'b.ticket_id', 'b.milestone_id'])
      .where('c.provider', '=', provider)
      .where('c.provider_reference', '=', reference)
      .executeTakeFirst();
    if (!found) return;
    const locked = await lockTicket(change.tx, found.ticket_id);
    const { status } = await change.tx
      .selectFrom('checkouts')
      .select('status')
      .where('id', '=', found.id)
      .executeTakeFirstOrThrow();
    if (status !== 'open' && status !== 'expired') return;
    await perform(change, locked, {
      action: 'confirm-payment',
      actor: 'provider',
      ...(found.milestone_id && { milestoneId: found.milestone_id }),
      payment: { checkoutId: found.id, expected: status === 'open' },
    });
  });
}

/** Pays a customer back what is owed for one checkout, then books that it was done. */
export async function payBack(
  context: Context,
  provider: PaymentProvider,
  checkoutId: string,
): Promise<void> {
  const checkout = await context.db
    .selectFrom('checkouts')
    .select(['id', 'provider_reference', 'charge_cents', 'billing_record_id', 'status'])
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  if (!checkout?.provider_reference || checkout.status === 'refunded') return;
  await provider.payBack(checkout.provider_reference);
  await change(context, async ({ tx }) => {
    const moved = await tx
      .updateTable('checkouts')
      .set({ status: 'refunded' })
      .where('id', '=', checkoutId)
      .where('status', 'in', ['paid', 'returned'])
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    await book(tx, {
      key: `paid_back:${checkoutId}`,
      kind: 'paid_back',
      billing_record_id: checkout.billing_record_id,
      lines: paidBackLines(checkout.charge_cents),
    });
  });
}

/** Nothing once the customer has completed any checkout. Locks the customer, so that it is once. */
async function firstHourDiscount(
  { tx }: Change,
  customerId: string,
  milestone: PlannedMilestone,
): Promise<number> {
  await tx.selectFrom('profiles').select('id').where('id', '=', customerId).forUpdate().execute();
  const completed = await tx
    .selectFrom('checkouts')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['paid', 'refunded'])
    .limit(1)
    .executeTakeFirst();
  return completed ? 0 : firstHourDiscountCents(milestone.hourly_rate_cents, milestone.cost_cents);
}

/** Of one billing record; of all of the customer's while the first-hour price is at stake. */
function openCheckouts({ tx }: Change, customerId: string, billingRecordId: string | null) {
  return tx
    .selectFrom('checkouts')
    .select(['id', 'billing_record_id', 'charge_cents', 'provider_reference'])
    .where('customer_id', '=', customerId)
    .where('status', '=', 'open')
    .$if(billingRecordId !== null, (query) =>
      query.where('billing_record_id', '=', billingRecordId ?? ''),
    )
    .execute();
}

async function expireCheckouts({ tx }: Change, ids: string[]): Promise<void> {
  await tx.updateTable('checkouts').set({ status: 'expired' }).where('id', 'in', ids).execute();
}

function insertCheckout(
  { tx, config }: Change,
  checkout: {
    billing_record_id: string;
    customer_id: string;
    charge_cents: number;
    discount_cents: number;
  },
): Promise<{ id: string }> {
  return tx
    .insertInto('checkouts')
    .values({ ...checkout, provider: config.payments })
    .returning('id')
    .executeTakeFirstOrThrow();
}

import { type Change, change } from '../change.ts';
import type { Context } from '../context.ts';
import { lockTicket } from '../tickets/locked.ts';
import { perform } from '../tickets/perform.ts';
import { report } from './findings.ts';
import { hold, returnPayment } from './holds.ts';
import type { Payment } from './provider.ts';
import { providerNamed } from './providers.ts';
import { lockRecord } from './records.ts';

/** What the provider says of the payment of one checkout: by its event, or when asked. */
interface Said {
  page_reference: string;
  payment: Payment;
}

/**
 * Asks the provider how a payment stands, and believes what it says. Null when there is nothing to
 * ask about yet.
 * @throws ProviderError
 */
export async function askProvider(context: Context, checkoutId: string): Promise<Payment | null> {
  const checkout = await context.db
    .updateTable('checkouts')
    .set({ asked_at: new Date() })
    .where('id', '=', checkoutId)
    .returning(['provider', 'provider_reference'])
    .executeTakeFirst();
  if (!checkout?.provider_reference) return null;
  const page_reference = checkout.provider_reference;
  const payment = await providerNamed(context, checkout.provider).payment(page_reference);
  await change(context, (change) => takePayment(change, checkoutId, { page_reference, payment }));
  return payment;
}

/**
 * Takes what the provider says of a payment. Once, however often and in whatever order it is said,
 * and also when it is said before we have kept the name of the page.
 */
export async function takePayment(
  change: Change,
  checkoutId: string,
  { page_reference, payment }: Said,
): Promise<void> {
  if (payment.status === 'expired') return closeCheckout(change, checkoutId);
  if (payment.status !== 'succeeded') return;
  const { tx } = change;
  const about = await tx
    .selectFrom('checkouts as c')
    .innerJoin('billing_records as b', 'b.id', 'c.billing_record_id')
    .select(['b.id as record_id', 'b.kind', 'b.ticket_id', 'b.milestone_id'])
    .where('c.id', '=', checkoutId)
    .executeTakeFirst();
  if (!about) {
    const detail = `${payment.payment_reference} came for a checkout that is not known here`;
    return report(tx, { kind: 'payment_unmatched', about: page_reference, detail });
  }
  // The request comes first, as in every change; without one its record is the lock.
  const locked = about.ticket_id === null ? null : await lockTicket(tx, about.ticket_id);
  const record = await lockRecord(tx, about.record_id);
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['status', 'charge_cents', 'payment_reference'])
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  if (checkout.status !== 'open' && checkout.status !== 'expired') {
    if (checkout.payment_reference === payment.payment_reference) return;
    const detail = `${payment.payment_reference} came for a checkout that is paid already`;
    return report(tx, { kind: 'payment_unmatched', about: page_reference, detail });
  }
  if (payment.paid_cents !== checkout.charge_cents || payment.payment_reference === null) {
    const detail = `${payment.paid_cents} cents came for ${checkout.charge_cents}`;
    return report(tx, { kind: 'payment_differs', about: checkoutId, detail });
  }
  await tx
    .updateTable('checkouts')
    .set({ provider_reference: page_reference, payment_reference: payment.payment_reference })
    .where('id', '=', checkoutId)
    .execute();
  const expected = checkout.status === 'open';
  if (locked) {
    await perform(change, locked, {
      action: 'confirm-payment',
      actor: 'provider',
      ...(about.milestone_id && { milestoneId: about.milestone_id }),
      payment: { checkoutId, expected },
    });
  } else if (about.kind === 'service' && expected && record.status === 'unpaid') {
    await hold(change, record.id, checkoutId);
  } else {
    await returnPayment(change, checkoutId);
  }
}

/** The provider's page is closed; the next try to pay opens another. */
async function closeCheckout({ tx }: Change, checkoutId: string): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ status: 'expired' })
    .where('id', '=', checkoutId)
    .where('status', '=', 'open')
    .execute();
}

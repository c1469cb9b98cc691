import { report } from '../ledger/findings.ts';
import { lockRecord } from '../ledger/records.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { perform } from '../lifecycle/perform.ts';
import { firstHourRefusal } from './first-hour.ts';
import { hold, returnPayment } from './holds.ts';
import { personHash } from './person-hash.ts';
import type { Payment } from './provider.ts';
import { providerNamed } from './providers.ts';
import { reviewFirstHours } from './reviews.ts';

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
  const about = await lockPaid(change, checkoutId);
  const { payment_reference, paid_cents } = payment;
  if (!about) {
    const detail = `${payment_reference} came for a checkout that is not known here`;
    return report(tx, { kind: 'payment_unmatched', about: page_reference, detail });
  }
  const { checkout } = about;
  if (checkout.status !== 'open' && checkout.status !== 'expired') {
    if (checkout.payment_reference === payment_reference) return;
    const detail = `${payment_reference} came for a checkout that is paid already`;
    return report(tx, { kind: 'payment_unmatched', about: page_reference, detail });
  }
  if (paid_cents !== checkout.charge_cents || payment_reference === null) {
    const detail = `${paid_cents} cents came for ${checkout.charge_cents}`;
    return report(tx, { kind: 'payment_differs', about: checkoutId, detail });
  }
  const person = await personOf(change, checkout, payment);
  await tx
    .updateTable('checkouts')
    .set({ provider_reference: page_reference, payment_reference, ...person })
    .where('id', '=', checkoutId)
    .execute();
  const expected = checkout.status === 'open' && person.returned_for === null;
  await holdOrReturn(change, about, { checkoutId, expected });
  const developer_id = about.locked?.ticket.developer_id;
  if (checkout.discount_cents > 0 && developer_id) await reviewFirstHours(change, developer_id);
}

type Paid = NonNullable<Awaited<ReturnType<typeof lockPaid>>>;

/**
 * A checkout with what it is for, all locked. The request comes first, as in every change; without
 * one its record is the lock. The checkout is read under these locks: of two payments at once the
 * second sees the first.
 */
async function lockPaid({ tx }: Change, checkoutId: string) {
  const about = await tx
    .selectFrom('checkouts as c')
    .innerJoin('billing_records as b', 'b.id', 'c.billing_record_id')
    .select(['b.id as record_id', 'b.kind', 'b.ticket_id', 'b.milestone_id'])
    .where('c.id', '=', checkoutId)
    .executeTakeFirst();
  if (!about) return null;
  const locked = about.ticket_id === null ? null : await lockTicket(tx, about.ticket_id);
  const record = await lockRecord(tx, about.record_id);
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['status', 'charge_cents', 'discount_cents', 'payment_reference', 'address_hash'])
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  return { ...about, locked, record, checkout };
}

/** At the first-hour price: by which card it was paid, and why it goes back, if it does. */
async function personOf(
  { tx, config }: Change,
  { status, discount_cents, address_hash }: Paid['checkout'],
  { card }: Payment,
) {
  if (discount_cents === 0) return { card_hash: null, returned_for: null };
  const card_hash = card ? personHash(config, 'card', card) : null;
  const refusal = await firstHourRefusal(tx, { card_hash, address_hash });
  return { card_hash, returned_for: status === 'open' ? refusal : null };
}

async function holdOrReturn(
  change: Change,
  { locked, record, kind, milestone_id }: Paid,
  payment: { checkoutId: string; expected: boolean },
): Promise<void> {
  if (locked) {
    const milestone = milestone_id === null ? {} : { milestoneId: milestone_id };
    const step = { action: 'confirm-payment', actor: 'provider', payment } as const;
    await perform(change, locked, { ...step, ...milestone });
  } else if (kind === 'service' && payment.expected && record.status === 'unpaid') {
    await hold(change, record.id, payment.checkoutId);
  } else {
    await returnPayment(change, payment.checkoutId);
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

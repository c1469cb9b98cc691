import { sql } from 'kysely';
import { FIRST_HOUR_WEEK_MS, type FirstHourPayment, reviewReasons } from '#domain/first-hour.ts';
import type { Tx } from '../database/database.ts';
import { report, resolve } from '../ledger/findings.ts';
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

/** Of money findings: another amount came than was asked for. */
const DIFFERS = 'payment_differs';

/** What the provider says about a checkout's payment, in an event or when asked. */
interface Said {
  page_reference: string;
  payment: Payment;
}

/**
 * Asks the provider for the status of a payment and takes it. Null when there is nothing to ask
 * about yet.
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
 * Takes a payment's status from the provider: once, however often and in whatever order it arrives,
 * and also before we have stored the page's reference.
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
    if (payment.paid_back) return endDiffering(change, checkoutId);
    const detail = `${paid_cents} cents came for ${checkout.charge_cents}`;
    return report(tx, { kind: DIFFERS, about: checkoutId, detail });
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

/** Somebody has looked into it, and paid it back at the provider: it can be paid anew. */
async function endDiffering(change: Change, checkoutId: string): Promise<void> {
  await resolve(change.tx, DIFFERS, [checkoutId]);
  await closeCheckout(change, checkoutId);
}

type Paid = NonNullable<Awaited<ReturnType<typeof lockPaid>>>;

/**
 * A checkout with its record and request, all locked. The request comes first, as in every change;
 * without one the record is the lock. The checkout is read under these locks, so that of two
 * payments at once the second sees the first.
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

/** For the first-hour price: the card that paid, and why the payment is refunded, if it is. */
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

/** The provider's page is closed; the next payment opens another. */
async function closeCheckout({ tx }: Change, checkoutId: string): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ status: 'expired' })
    .where('id', '=', checkoutId)
    .where('status', '=', 'open')
    .execute();
}

/**
 * Reviews the first-hour payments of a developer's last seven days. Suspicious ones stay held until
 * a moderator has looked at them, also older ones that became suspicious by this payment. The
 * caller has locked first hours.
 */
async function reviewFirstHours(change: Change, developerId: string): Promise<void> {
  const { tx } = change;
  const week = await firstHoursOf(tx, developerId);
  for (const payment of week) {
    const reasons = reviewReasons(payment, week);
    if (reasons.length === 0) continue;
    const marked = await tx
      .updateTable('billing_records')
      .set({ review_reasons: reasons })
      .where('id', '=', payment.id)
      .where('status', '=', 'held')
      .where('reviewed_at', 'is', null)
      .executeTakeFirst();
    if (marked.numUpdatedRows === 0n) continue;
    const { ticket_id, customer_id } = payment;
    change.tell({ type: 'ticket', ticket_id, to: [customer_id, developerId] });
  }
}

type Row = FirstHourPayment & { id: string; ticket_id: string };

/** First-hour payments of a developer's customers in the last seven days. */
async function firstHoursOf(tx: Tx, developerId: string): Promise<Row[]> {
  const since = new Date(Date.now() - FIRST_HOUR_WEEK_MS);
  const { rows } = await sql<Row>`
    select b.id, b.ticket_id, c.customer_id, u.email, u.created_at as account_created_at, b.paid_at,
      encode(c.network_hash, 'hex') as network, b.hourly_rate_cents, b.estimated_minutes,
      exists (select from checkouts r join billing_records rb on rb.id = r.billing_record_id
        join tickets rt on rt.id = rb.ticket_id and rt.developer_id = t.developer_id
        where r.returned_for is not null
          and (r.card_hash = c.card_hash or r.address_hash = c.address_hash)) as refused
    from checkouts c
    join billing_records b on b.id = c.billing_record_id
    join tickets t on t.id = b.ticket_id
    left join users u on u.id = c.customer_id
    where t.developer_id = ${developerId} and c.discount_cents > 0 and c.status in ('paid', 'refunded')
      and b.paid_at > ${since}`.execute(tx);
  return rows;
}

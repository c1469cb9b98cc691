import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { takeDispute } from './disputes.ts';
import { takeFailedPayout, takeFailedRefund } from './failures.ts';
import { takePayment } from './payments.ts';
import type { Fact, Payment, PaymentProvider } from './provider.ts';

/** A fact with what had to be asked about it before any transaction. */
export type Takes =
  | Exclude<Fact, { kind: 'dispute' }>
  | (Extract<Fact, { kind: 'dispute' }> & {
      checkout_id: string;
      /** Of a payment that we have not heard of yet: the dispute overtook it. */
      paid: { page_reference: string; payment: Payment } | null;
    });

/** Completes a fact; null when it is about nothing of ours. @throws ProviderError */
export async function whatItTakes(
  context: Context,
  provider: PaymentProvider,
  fact: Fact,
): Promise<Takes | null> {
  if (fact.kind === 'payment') return withCard(context, provider, fact);
  if (fact.kind !== 'dispute') return fact;
  const checkout_id = await provider.checkoutOf(fact.payment_reference);
  const checkout =
    checkout_id &&
    (await context.db
      .selectFrom('checkouts')
      .select(['id', 'payment_reference', 'provider_reference'])
      .where('id', '=', checkout_id)
      .executeTakeFirst());
  if (!checkout) return null;
  const { id, payment_reference, provider_reference } = checkout;
  const isKnown = payment_reference !== null || provider_reference === null;
  const paid = isKnown
    ? null
    : {
        page_reference: provider_reference,
        payment: await provider.payment(provider_reference),
      };
  return { ...fact, checkout_id: id, paid };
}

/** Events say nothing of the card, which a payment at the first-hour price is decided by. */
async function withCard(
  { db }: Context,
  provider: PaymentProvider,
  fact: Extract<Fact, { kind: 'payment' }>,
): Promise<Takes> {
  if (fact.payment.status !== 'succeeded' || fact.payment.card !== undefined) return fact;
  const firstHour = await db
    .selectFrom('checkouts')
    .select('id')
    .where('id', '=', fact.checkout_id)
    .where('discount_cents', '>', 0)
    .executeTakeFirst();
  if (!firstHour) return fact;
  return { ...fact, payment: await provider.payment(fact.page_reference) };
}

/** Takes a fact in the transaction that keeps its event. */
export async function takeFact(change: Change, provider: string, takes: Takes): Promise<void> {
  switch (takes.kind) {
    case 'payment':
      return takePayment(change, takes.checkout_id, takes);
    case 'expired':
      return takePayment(change, takes.checkout_id, { page_reference: '', payment: EXPIRED });
    case 'refund_failed':
      return takeFailedRefund(change, provider, takes.reference);
    case 'payout_failed':
      return takeFailedPayout(change, provider, takes.reference);
    case 'account':
      return takeAccount(change, provider, takes);
    case 'dispute':
      if (takes.paid) await takePayment(change, takes.checkout_id, takes.paid);
      return takeDispute(change, provider, takes);
  }
}

const EXPIRED: Payment = {
  status: 'expired',
  payment_reference: null,
  paid_cents: 0,
  refunded_cents: 0,
};

/** A developer whose account is ready is sent what waits for them. */
async function takeAccount(
  { tx }: Change,
  provider: string,
  { reference, ready }: { reference: string; ready: boolean },
): Promise<void> {
  const moved = await tx
    .updateTable('payout_accounts')
    .set({ ready })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .returning('developer_id')
    .executeTakeFirst();
  if (moved && ready) await enqueueJob(tx, 'settle', { developer_id: moved.developer_id });
}

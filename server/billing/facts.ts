import type { Change } from '../change.ts';
import type { Context } from '../context.ts';
import { takeDispute } from './disputes.ts';
import { takeFailedPayout, takeFailedRefund } from './failures.ts';
import { takePayment } from './payments.ts';
import { keepReadiness } from './payout-readiness.ts';
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
      return keepReadiness(change, { provider, ...takes });
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

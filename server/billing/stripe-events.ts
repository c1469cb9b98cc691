import type Stripe from 'stripe';
import type { DisputeState } from '#domain/ledger.ts';
import type { Fact, ProviderEvent } from './provider.ts';
import { idOf } from './stripe-words.ts';

/** Reads an event whose signature was checked; what says nothing to us has no fact. */
export function readStripeEvent(payload: string): ProviderEvent {
  const event = JSON.parse(payload) as Stripe.Event;
  if (typeof event.id !== 'string' || event.id === '') throw new Error('an event without an id');
  return { id: event.id, fact: factOf(event) };
}

function factOf(event: Stripe.Event): Fact | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paymentFact(event.data.object);
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return expiredFact(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return disputeFact(event.data.object);
    case 'refund.failed':
      return { kind: 'refund_failed', reference: event.data.object.id };
    case 'payout.failed':
    case 'payout.canceled':
      return { kind: 'payout_failed', reference: event.data.object.id };
    case 'account.updated': {
      const { id, payouts_enabled, capabilities } = event.data.object;
      const ready = payouts_enabled && capabilities?.transfers === 'active';
      return { kind: 'account', reference: id, ready };
    }
    default:
      return null;
  }
}

function paymentFact(session: Stripe.Checkout.Session): Fact | null {
  const checkout_id = checkoutIdOf(session);
  if (checkout_id === null) return null;
  const isPaid = session.payment_status === 'paid';
  return {
    kind: 'payment',
    checkout_id,
    page_reference: session.id,
    payment: {
      // Complete and not paid: a bank transfer that is still on its way.
      status: isPaid ? 'succeeded' : 'processing',
      payment_reference: idOf(session.payment_intent),
      paid_cents: isPaid && session.currency === 'usd' ? (session.amount_total ?? 0) : 0,
      refunded_cents: 0,
    },
  };
}

function expiredFact(session: Stripe.Checkout.Session): Fact | null {
  const checkout_id = checkoutIdOf(session);
  return checkout_id === null ? null : { kind: 'expired', checkout_id };
}

/** Ours carry the id of a checkout; other sessions of the same account are not for us. */
function checkoutIdOf({ metadata }: Stripe.Checkout.Session): string | null {
  const id = metadata?.checkout_id;
  return id !== undefined && /^[0-9a-f-]{36}$/.test(id) ? id : null;
}

function disputeFact(dispute: Stripe.Dispute): Fact | null {
  const payment_reference = idOf(dispute.payment_intent);
  if (payment_reference === null) return null;
  return {
    kind: 'dispute',
    reference: dispute.id,
    payment_reference,
    amount_cents: dispute.amount,
    state: stateOf(dispute.status),
    withdrawn: dispute.balance_transactions.length > 0,
  };
}

function stateOf(status: Stripe.Dispute['status']): DisputeState {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DisputeState } from '#domain/ledger.ts';
import type { Fact, ProviderEvent } from '../provider.ts';
import { idOf } from './errors.ts';

// Only the fields that we use are read, and each is validated: a signed event may still hold
// something unexpected.

const id = z.string().regex(/^\w{1,255}$/);
const reference = z.union([id, z.object({ id })]);
const aboutOne = z.object({ id });

const event = z.object({
  id,
  type: z.string().regex(/^[a-z0-9_.]{1,100}$/),
  /** The connected account in which it happened. */
  account: id.nullish(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** Our sessions carry a checkout's id; others of the same account do not concern us. */
const ours = z.object({ metadata: z.object({ checkout_id: z.string() }) });

const session = z.object({
  id,
  metadata: z.object({ checkout_id: z.uuid() }),
  payment_status: z.string(),
  payment_intent: reference.nullable(),
  currency: z.string().nullable(),
  amount_total: z.int().nullable(),
});

const dispute = z.object({
  id,
  payment_intent: reference.nullable(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  balance_transactions: z.array(z.unknown()),
});

const refund = z.object({ id, payment_intent: reference.nullish() });

type Read = (object: object, account: string | null) => Fact | null;

const READERS = new Map<string, Read>(
  Object.entries({
    'checkout.session.completed': ofOurs(paymentFact),
    'checkout.session.async_payment_succeeded': ofOurs(paymentFact),
    'checkout.session.async_payment_failed': ofOurs(expiredFact),
    'checkout.session.expired': ofOurs(expiredFact),
    'charge.dispute.created': disputeFact,
    'charge.dispute.updated': disputeFact,
    'charge.dispute.funds_withdrawn': disputeFact,
    'charge.dispute.funds_reinstated': disputeFact,
    'charge.dispute.closed': disputeFact,
    'refund.failed': failedRefundFact,
    'payout.failed': failedPayoutFact,
    'payout.canceled': failedPayoutFact,
    'account.updated': (object) => ({ kind: 'account', reference: aboutOne.parse(object).id }),
  }),
);

/**
 * Reads an event whose signature was checked. An unexpected one is a fact too, for a person to look
 * at: delivering it again would change nothing.
 */
export function readStripeEvent(payload: string): ProviderEvent {
  const read = event.safeParse(parsed(payload));
  if (!read.success) {
    const unnamed = `unnamed_${createHash('sha256').update(payload).digest('hex').slice(0, 32)}`;
    return { id: unnamed, fact: odd(unnamed, `not an event: ${problems(read.error)}`) };
  }
  const { id, type, data, account = null } = read.data;
  const reader = READERS.get(type);
  if (!reader) return { id, type, fact: null };
  try {
    return { id, type, fact: reader(data.object, account) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { id, fact: odd(id, `${type}: ${problems(error)}`) };
  }
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

function odd(about: string, detail: string): Fact {
  return { kind: 'odd', about, detail: detail.slice(0, 500) };
}

/** Names the invalid fields, never their values. */
function problems({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => `${path.join('.') || 'all of it'}: ${message}`)
    .join('; ');
}

function ofOurs(read: Read): Read {
  return (object, account) => (ours.safeParse(object).success ? read(object, account) : null);
}

function paymentFact(object: object): Fact {
  const { id, metadata, payment_status, payment_intent, currency, amount_total } =
    session.parse(object);
  const isPaid = payment_status === 'paid';
  return {
    kind: 'payment',
    checkout_id: metadata.checkout_id,
    page_reference: id,
    payment: {
      // Complete and unpaid: a bank transfer on its way.
      status: isPaid ? 'succeeded' : 'processing',
      payment_reference: idOf(payment_intent),
      paid_cents: isPaid && currency === 'usd' ? (amount_total ?? 0) : 0,
      paid_back: false,
    },
  };
}

function expiredFact(object: object): Fact {
  return { kind: 'expired', checkout_id: session.parse(object).metadata.checkout_id };
}

function failedRefundFact(object: object): Fact {
  const { id, payment_intent = null } = refund.parse(object);
  return { kind: 'refund_failed', reference: id, payment_reference: idOf(payment_intent) };
}

function failedPayoutFact(object: object, account: string | null): Fact {
  return { kind: 'payout_failed', reference: aboutOne.parse(object).id, account };
}

function disputeFact(object: object): Fact | null {
  const { id, payment_intent, amount, currency, status, balance_transactions } =
    dispute.parse(object);
  const payment_reference = idOf(payment_intent);
  if (payment_reference === null) return null;
  return {
    kind: 'dispute',
    reference: id,
    payment_reference,
    amount_cents: currency === 'usd' ? amount : 0,
    state: stateOf(status),
    withdrawn: balance_transactions.length > 0,
  };
}

function stateOf(status: string): DisputeState {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

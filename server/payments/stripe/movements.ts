import Stripe from 'stripe';
import type { Movement } from '../provider.ts';
import { idOf, readingError } from './errors.ts';
import { createdSince } from './find.ts';

type Metadata = Stripe.Metadata | null | undefined;

/**
 * All our movements at Stripe since then, from its lists: payments with our checkout, refunds,
 * transfers to these accounts with their reversals, and their payouts.
 * @throws ProviderError
 */
export async function* movementsAtStripe(
  stripe: Stripe,
  since: Date,
  accounts: readonly string[],
): AsyncIterable<Movement> {
  try {
    yield* payments(stripe, since);
    yield* refunds(stripe, since);
    yield* transfers(stripe, since, new Set(accounts));
    for (const account of accounts) yield* payouts(stripe, since, account);
  } catch (error) {
    throw readingError(error);
  }
}

async function* payments(stripe: Stripe, since: Date): AsyncIterable<Movement> {
  for await (const intent of stripe.paymentIntents.list(createdSince(since))) {
    const { id, status, amount_received, metadata } = intent;
    const checkout_id = metadata.checkout_id;
    if (status !== 'succeeded' || checkout_id === undefined) continue;
    const moved = { reference: id, amount_cents: amount_received, key: null };
    yield { kind: 'payment', ...moved, checkout_id };
  }
}

async function* refunds(stripe: Stripe, since: Date): AsyncIterable<Movement> {
  for await (const refund of stripe.refunds.list(createdSince(since))) {
    const payment_reference = idOf(refund.payment_intent);
    if (payment_reference !== null) yield { kind: 'refund', ...moved(refund), payment_reference };
  }
}

async function* transfers(
  stripe: Stripe,
  since: Date,
  accounts: ReadonlySet<string>,
): AsyncIterable<Movement> {
  for await (const transfer of stripe.transfers.list(createdSince(since))) {
    const isOurs = accounts.has(idOf(transfer.destination) ?? '') || keyOf(transfer) !== null;
    if (!isOurs) continue;
    yield { kind: 'transfer', ...moved(transfer) };
    if (transfer.amount_reversed === 0) continue;
    for await (const reversal of stripe.transfers.listReversals(transfer.id, { limit: 100 }))
      yield { kind: 'reversal', ...moved(reversal) };
  }
}

async function* payouts(stripe: Stripe, since: Date, account: string): AsyncIterable<Movement> {
  try {
    const list = stripe.payouts.list(createdSince(since), { stripeAccount: account });
    for await (const payout of list) yield { kind: 'payout', ...moved(payout) };
  } catch (error) {
    // An account that denies us access lists no payouts: what we know of it becomes a finding.
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error;
  }
}

function moved(object: {
  id: string;
  amount: number;
  status?: string | null;
  metadata?: Metadata;
}) {
  const hasFailed = object.status === 'failed' || object.status === 'canceled';
  const amount_cents = hasFailed ? 0 : object.amount;
  return { reference: object.id, amount_cents, key: keyOf(object) };
}

function keyOf({ metadata }: { metadata?: Metadata }): string | null {
  return metadata?.key ?? null;
}

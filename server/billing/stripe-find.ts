import type Stripe from 'stripe';
import type { Moved, Sought } from './provider.ts';

/** More than a payment, a record or a developer ever has. */
const PAGE = 100;

/** Looks in Stripe's own lists for what a call of ours made, by the key that it carries. */
export async function findAtStripe(
  stripe: Stripe,
  sought: Sought,
  key: string,
): Promise<Moved | null> {
  for await (const each of listOf(stripe, sought)) {
    if (each.metadata?.key === key) return { reference: each.id };
  }
  return null;
}

function listOf(
  stripe: Stripe,
  sought: Sought,
): AsyncIterable<{ id: string; metadata?: Stripe.Metadata | null | undefined }> {
  switch (sought.kind) {
    case 'refund':
      return stripe.refunds.list({ payment_intent: sought.payment_reference, limit: PAGE });
    case 'transfer':
      return stripe.transfers.list({ transfer_group: sought.group, limit: PAGE });
    case 'reversal':
      return stripe.transfers.listReversals(sought.transfer_reference, { limit: PAGE });
    case 'payout':
      return stripe.payouts.list({ limit: PAGE }, { stripeAccount: sought.account });
    case 'account':
      return stripe.accounts.list({ limit: PAGE });
  }
}

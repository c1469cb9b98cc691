import type Stripe from 'stripe';
import type { Transfer } from '../../database/provider-calls.ts';
import type { Moved, Sought } from '../provider.ts';

const PAGE = 100;
/** Their clock and ours need not agree. */
const SKEW_MS = 3_600_000;

/** Looks in Stripe's own lists for what a call of ours made, by the key that it carries. */
export async function findAtStripe(
  stripe: Stripe,
  sought: Sought,
  key: string,
  since: Date,
): Promise<Moved | null> {
  const group = sought.kind === 'transfer' ? await groupOf(stripe, sought) : '';
  for await (const each of listOf(stripe, sought, group, createdSince(since))) {
    if (each.metadata?.key === key) return { reference: each.id };
  }
  return null;
}

/** What a list is asked for, to begin then, with room for clocks that differ. */
export function createdSince(since: Date): { created: Stripe.RangeQueryParam; limit: number } {
  const gte = Math.max(0, Math.floor((since.getTime() - SKEW_MS) / 1000));
  return { created: { gte }, limit: PAGE };
}

function listOf(
  stripe: Stripe,
  sought: Sought,
  transfer_group: string,
  page: ReturnType<typeof createdSince>,
): AsyncIterable<{ id: string; metadata?: Stripe.Metadata | null | undefined }> {
  switch (sought.kind) {
    case 'refund':
      return stripe.refunds.list({ payment_intent: sought.payment_reference, ...page });
    case 'transfer':
      return stripe.transfers.list({ transfer_group, ...page });
    case 'reversal':
      return stripe.transfers.listReversals(sought.transfer_reference, { limit: page.limit });
    case 'payout':
      return stripe.payouts.list(page, { stripeAccount: sought.account });
    case 'account':
      return stripe.accounts.list(page);
  }
}

/**
 * The group that Stripe keeps with a transfer: of one from a charge it is the charge's, whatever we
 * say. Source: Stripe, "Separate charges and transfers".
 */
async function groupOf(stripe: Stripe, { group, payment_reference }: Transfer): Promise<string> {
  if (payment_reference === null) return group;
  const charge = await chargeOf(stripe, payment_reference);
  return charge?.transfer_group ?? `group_${payment_reference}`;
}

/** The charge of a payment, if it has come to one. */
export async function chargeOf(
  stripe: Stripe,
  paymentIntent: string,
): Promise<Stripe.Charge | null> {
  const expand = ['latest_charge'];
  const { latest_charge } = await stripe.paymentIntents.retrieve(paymentIntent, { expand });
  return typeof latest_charge === 'object' ? latest_charge : null;
}

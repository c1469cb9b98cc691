import Stripe from 'stripe';

/** Older or further ahead than this, an event may be one that somebody recorded. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether an event comes from the provider and from now. Of several signatures (while a secret is
 * being replaced) one has to fit. Stripe's own check takes any time ahead; ours does not.
 */
export function isSigned(payload: string, header: unknown, secret: string, now: Date): boolean {
  if (typeof header !== 'string') return false;
  // The last time named is the one that is signed.
  const [, seconds] = /^(?:.*,)?t=(\d+)/.exec(header) ?? [];
  if (Number(seconds) - now.getTime() / 1000 > TOLERANCE_SECONDS) return false;
  const received = now.getTime();
  const { signature } = Stripe.webhooks;
  try {
    signature?.verifyHeader(payload, header, secret, TOLERANCE_SECONDS, undefined, received);
    return signature !== null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

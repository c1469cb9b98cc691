import Stripe from 'stripe';

/** Events older or further ahead than this may be replayed. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether an event is signed by the provider and recent. One of several signatures has to match
 * (while a secret is being replaced). Stripe's own check accepts any future time; ours does not.
 */
export function isSigned(payload: string, header: unknown, secret: string, now: Date): boolean {
  if (typeof header !== 'string') return false;
  // The last time is the signed one.
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

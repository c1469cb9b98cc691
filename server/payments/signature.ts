/** Events older or further ahead than this may be replayed. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether an event is signed by the provider and recent. One of several signatures has to match
 * (while a secret is being replaced). Stripe's own check accepts any future time; ours does not.
 */
export async function isSigned(
  payload: string,
  header: unknown,
  secret: string,
  now: Date,
): Promise<boolean> {
  if (typeof header !== 'string') return false;
  // The last time is the signed one.
  const [, seconds] = /^(?:.*,)?t=(\d+)/.exec(header) ?? [];
  if (Number(seconds) - now.getTime() / 1000 > TOLERANCE_SECONDS) return false;
  const received = now.getTime();
  const { errors, webhooks } = await loadStripe();
  const { signature } = webhooks;
  try {
    signature?.verifyHeader(payload, header, secret, TOLERANCE_SECONDS, undefined, received);
    return signature !== null;
  } catch (error) {
    if (error instanceof errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** The header of an event that we sign like the provider, as the sandbox does. */
export async function signatureOf(payload: string, secret: string): Promise<string> {
  const { webhooks } = await loadStripe();
  return webhooks.generateTestHeaderString({ payload, secret });
}

/** It takes more memory than all else that is loaded, and a server that has no events does without. */
async function loadStripe() {
  return (await import('stripe')).default;
}

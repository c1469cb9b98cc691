import Stripe from 'stripe';
import { ProviderError } from './provider.ts';

/** Refusals that time mends: a balance that is not there yet, a dispute that is still open. */
const PASSING = [
  'balance_insufficient',
  'charge_disputed',
  'insufficient_capabilities_for_transfer',
];

/** Runs calls of the SDK and tells of failures in our words. @throws ProviderError */
export async function asking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new ProviderError(outcomeOf(error), wordsOf(error), { cause: error });
  }
}

/** The id of something that the API gives whole or by its id. */
export function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}

function outcomeOf(error: unknown): ProviderError['outcome'] {
  const { errors } = Stripe;
  // No answer, or one that is not kept under the key: the same call may simply be repeated.
  if (error instanceof errors.StripeConnectionError) return 'again';
  if (error instanceof errors.StripeRateLimitError) return 'again';
  // A failure on Stripe's side is kept under the key, and may have happened after the effect.
  if (error instanceof errors.StripeAPIError) return 'unclear';
  if (!(error instanceof errors.StripeError)) return 'again';
  if (error.statusCode === 409 || PASSING.includes(error.code ?? '')) return 'again';
  // A key that was revoked is for the operator to mend; nothing is given up because of it.
  if (error instanceof errors.StripeAuthenticationError) return 'again';
  if (error instanceof errors.StripePermissionError) return 'again';
  return 'refused';
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : error.name;
  return `${code}: ${error.message}`;
}

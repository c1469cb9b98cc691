import Stripe from 'stripe';
import { ProviderError } from '../provider.ts';

/** Refusals that time mends: a balance that is not there yet, a dispute that is still open. */
const PASSING = [
  'balance_insufficient',
  'charge_disputed',
  'insufficient_capabilities_for_transfer',
];
/**
 * Answers that say nothing of the first request with a key: our own key was revoked (401, 403),
 * that request is still under way (409), or too much is asked (429). None is kept under the key.
 */
const UNHEARD = [401, 403, 409, 429];

/** Runs calls of the SDK and tells of failures in our words. @throws ProviderError */
export async function asking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw providerError(error);
  }
}

/** The same for what only reads: how that fails tells nothing of any key. @throws ProviderError */
export async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw readingError(error);
  }
}

/** A failure to read in our words. */
export function readingError(error: unknown): ProviderError {
  const { outcome, message } = providerError(error);
  return new ProviderError(outcome === 'refused' ? outcome : 'again', message, { cause: error });
}

function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  return new ProviderError(outcomeOf(error), wordsOf(error), { cause: error });
}

/** The id of something that the API gives whole or by its id. */
export function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}

/**
 * By the status, as the SDK has no class for each: a 409 is a `StripeAPIError` there. Source:
 * Stripe, "Idempotent requests" and "Advanced error handling".
 */
function outcomeOf(error: unknown): ProviderError['outcome'] {
  if (!(error instanceof Stripe.errors.StripeError)) return 'again';
  const { statusCode, rawType, code } = error;
  // The key is known with other words: what the first ones did, it can no longer tell.
  if (statusCode === 400 && rawType === 'idempotency_error') return 'unclear';
  // A failure of Stripe's own is kept under the key, and may have come after the effect.
  if (statusCode === 500 && rawType === 'api_error') return 'unclear';
  const isAnswer = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  if (!isAnswer || UNHEARD.includes(statusCode) || code === 'rate_limit') return 'again';
  return PASSING.includes(code ?? '') ? 'later' : 'refused';
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : error.name;
  return `${code}: ${error.message}`;
}

import Stripe from 'stripe';
import { AccountGone, ProviderError, RefundedAlready } from '../provider.ts';

/**
 * Refusals that pass by themselves: a balance that has not arrived, a dispute that is still open.
 */
const PASSING = [
  'balance_insufficient',
  'charge_disputed',
  'insufficient_capabilities_for_transfer',
];
/**
 * Answers that say nothing about the first request with a key: our API key was revoked (401, 403),
 * that request still runs (409), or there are too many (429). Stripe stores none of them under the
 * key.
 */
const UNHEARD = [401, 403, 409, 429];

/**
 * Runs calls of the SDK and translates its errors.
 * @throws ProviderError
 */
export async function asking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw providerError(error);
  }
}

/**
 * The same for reads, whose failures say nothing about a key.
 * @throws ProviderError
 */
export async function reading<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw readingError(error);
  }
}

export function readingError(error: unknown): ProviderError {
  const told = providerError(error);
  return told.outcome === 'refused'
    ? told
    : new ProviderError('again', told.message, { cause: error });
}

function providerError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (isGone(error)) return new AccountGone(wordsOf(error), { cause: error });
  if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded')
    return new RefundedAlready(wordsOf(error), { cause: error });
  return new ProviderError(outcomeOf(error), wordsOf(error), { cause: error });
}

/**
 * Our key is good and the connected account is not there for it: it was closed or disconnected. With a
 * revoked key of ours there is another code. Source: Stripe, "Error codes".
 */
function isGone(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.statusCode === 403 &&
    error.code === 'account_invalid'
  );
}

/**
 * The same for calls about a payment that was made: that it is unknown says that our key is of another
 * platform, and nothing about the call.
 * @throws ProviderError
 */
export async function askingAboutPaid<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isUnknown =
      error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
    if (isUnknown) throw new ProviderError('again', wordsOf(error), { cause: error });
    throw providerError(error);
  }
}

/** The id of something that the API returns whole or as its id. */
export function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}

/**
 * By status, as the SDK lacks a class for each: a 409 is a `StripeAPIError`. Source: Stripe,
 * "Idempotent requests" and "Advanced error handling".
 */
function outcomeOf(error: unknown): ProviderError['outcome'] {
  if (!(error instanceof Stripe.errors.StripeError)) return 'again';
  const { statusCode, rawType, code } = error;
  // The key was used with other parameters: what the first call did can no longer be learned.
  if (statusCode === 400 && rawType === 'idempotency_error') return 'unclear';
  // Stripe stores its own failures under the key, and the effect may have happened.
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

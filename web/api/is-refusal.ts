import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';

/**
 * Whether the sign-in service said no, or the client knows that it would. A lost connection, a
 * stumbling server, too many requests and what the client did not understand are no answer.
 */
export function isRefusal(cause: unknown): boolean {
  if (!isAuthError(cause) || isAuthRetryableFetchError(cause)) return false;
  return cause.status !== undefined && cause.status !== 429;
}

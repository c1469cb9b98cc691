import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';

/**
 * Whether the sign-in service refused, or the client knows that it would. A lost connection, a server
 * error, too many requests and answers that the client did not understand do not count.
 */
export function isRefusal(cause: unknown): boolean {
  if (!isAuthError(cause) || isAuthRetryableFetchError(cause)) return false;
  return cause.status !== undefined && cause.status !== 429;
}

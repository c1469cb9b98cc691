import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { NETWORK_ERROR, UNKNOWN_ERROR } from '../api/api-error.ts';

/** What the red box of a sign-in form says. */
export function authErrorText(cause: unknown): string {
  if (isAuthRetryableFetchError(cause) && !cause.status) return NETWORK_ERROR;
  if (isAuthError(cause) && cause.message && cause.message !== '{}') return cause.message;
  return UNKNOWN_ERROR;
}

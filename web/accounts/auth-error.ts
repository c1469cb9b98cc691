import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { NETWORK_ERROR, UNKNOWN_ERROR } from '../api/api-error.ts';
import { ACCOUNT_SUSPENDED } from './auth-problem.ts';

/** The message for a form's error box. */
export function authErrorText(cause: unknown): string {
  if (isAuthRetryableFetchError(cause) && !cause.status) return NETWORK_ERROR;
  if (isAuthError(cause) && cause.code === 'user_banned') return ACCOUNT_SUSPENDED;
  if (isAuthError(cause) && cause.message && cause.message !== '{}') return cause.message;
  return UNKNOWN_ERROR;
}

import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';
import { NETWORK_ERROR, UNKNOWN_ERROR } from '../api/api-error.ts';
import { ACCOUNT_SUSPENDED } from './auth-problem.ts';

/** Whether the account is suspended, as an answer or the address that a link led to says. */
export function isSuspension(cause: unknown): boolean {
  if (!isAuthError(cause)) return false;
  const { code } = 'details' in cause ? ((cause.details ?? {}) as { code?: string }) : cause;
  return code === 'user_banned';
}

/** The message for a form's error box. */
export function authErrorText(cause: unknown): string {
  if (isAuthRetryableFetchError(cause) && !cause.status) return NETWORK_ERROR;
  if (isSuspension(cause)) return ACCOUNT_SUSPENDED;
  if (isAuthError(cause) && cause.message && cause.message !== '{}') return cause.message;
  return UNKNOWN_ERROR;
}

import { ApiError } from './api-error.ts';

/** Whether a call was refused because the account has no password yet. */
export function owesPassword(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'password_needed';
}

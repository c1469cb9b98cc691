import { orNetworkError } from '../api/api-error.ts';

/** Loads the calls to the sign-in service, when a form is first touched. */
export function loadAuthCalls() {
  return orNetworkError(import('./auth-calls.ts'));
}

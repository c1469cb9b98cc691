import { networkError } from '../api/api-error.ts';

/** Loads the calls to the sign-in service, when a form is first touched. */
export async function loadAuthCalls() {
  try {
    return await import('./auth-calls.ts');
  } catch {
    throw networkError();
  }
}

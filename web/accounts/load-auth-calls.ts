import { networkError } from '../api/api-error.ts';

/** The calls to the sign-in service, whose code comes when a form is first touched. */
export async function loadAuthCalls() {
  try {
    return await import('./auth-calls.ts');
  } catch {
    throw networkError();
  }
}

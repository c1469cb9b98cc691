/** Where the sign-in client keeps the session, as it names the place itself. */
export const SESSION_KEY = 'supabase.auth.token';

/** Whether somebody may be signed in here: without asking the sign-in client, which is much code. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

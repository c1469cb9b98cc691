/** Where the sign-in client keeps the session, as it names the place itself. */
export const SESSION_KEY = 'supabase.auth.token';

/** Whether a session may be stored here, without loading the sign-in client. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

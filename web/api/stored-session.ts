/** The storage key of the sign-in client. */
export const SESSION_KEY = 'supabase.auth.token';

/** Whether a session may be stored, without loading the sign-in client. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_KEY) !== null;
  } catch {
    return false;
  }
}

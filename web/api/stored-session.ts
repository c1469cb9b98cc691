import type { Session } from '@supabase/auth-js';

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

/** The session in storage, whose token may be out of date; null for none, and for anything else. */
export function storedSession(): Session | null {
  try {
    const found = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null');
    return typeof found?.user?.id === 'string' ? found : null;
  } catch {
    return null;
  }
}

import type { Session } from '@supabase/auth-js';
import { tryStorage } from './try-storage.ts';

/** The storage key of the sign-in client. */
export const SESSION_KEY = 'supabase.auth.token';

/** Whether a session may be stored, without loading the sign-in client. */
export function hasStoredSession(): boolean {
  return tryStorage(() => localStorage.getItem(SESSION_KEY) !== null) ?? false;
}

/** The client renews a token before it is out of date. */
const RENEWED_BEFORE_MS = 90_000;

/** The session in storage whose token need not be renewed yet, as the client would hand it out; else null. */
export function freshSession(): Session | null {
  const session = storedSession();
  return session && isFresh(session) ? session : null;
}

export function isFresh({ expires_at = 0 }: Session): boolean {
  return expires_at * 1000 - Date.now() > RENEWED_BEFORE_MS;
}

/** The session in storage, whose token may be out of date; null for none, and for anything else. */
export function storedSession(): Session | null {
  const found = tryStorage(() => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null'));
  return typeof found?.user?.id === 'string' ? found : null;
}

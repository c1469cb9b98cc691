import { sessionStore } from './session-store.ts';
import { hasStoredSession } from './stored-session.ts';
import { userStorage } from './user-storage.ts';

/** Whose forms this screen shows: a person's id, or null for a visitor who is not signed in. */
export function writer(): string | null {
  const { lapsed } = sessionStore.get();
  if (lapsed) return lapsed.person;
  return hasStoredSession() ? userStorage.owner() : null;
}

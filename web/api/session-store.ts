import type { Session } from '@supabase/auth-js';
import type { Profile } from '#domain/profile.ts';
import { createStore, useStore } from '../ui/create-store.ts';
import { hasStoredSession, SESSION_KEY } from './stored-session.ts';

/** Who is here, as far as it is known. */
export interface Known {
  /** Undefined until the sign-in client has spoken once. */
  session: Session | null | undefined;
  profile: Profile | null;
  /** Signed in, but the profile could not be read. */
  profileError: Error | null;
  /** The person pressed Sign Out, as opposed to a session that ran out. */
  leftOnPurpose: boolean;
  /** The sign-in client is needed: a person is signed in here, or about to be. */
  awake: boolean;
}

/** What the built pages say; the browser begins with it too and corrects it at once. */
const unknown: Known = {
  session: undefined,
  profile: null,
  profileError: null,
  leftOnPurpose: false,
  awake: false,
};

const store = createStore(inBrowser() ? firstGuess() : unknown);

/** Read by every screen, written by the sign-in client's events at the moment they happen. */
export const sessionStore = {
  get: store.get,
  set: (change: Partial<Known>): void => store.set({ ...store.get(), ...change }),
};

/** What is known, on a screen. */
export function useKnown(): Known {
  return useStore(store, unknown);
}

/** A person signs in, or may have: from now on the sign-in client says who is here. */
export function wakeSession(): void {
  if (!store.get().awake) sessionStore.set({ awake: true, session: undefined });
}

/** A visitor without a stored session is signed out: most public pages never load more. */
function firstGuess(): Known {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue !== null) wakeSession();
  });
  const awake = hasStoredSession();
  return { ...unknown, awake, session: awake ? undefined : null };
}

function inBrowser(): boolean {
  return typeof document !== 'undefined';
}

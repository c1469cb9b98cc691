import type { Session } from '@supabase/auth-js';
import type { Profile } from '#domain/profile.ts';
import { createStore, useStore } from '../ui/create-store.ts';
import { openedByLink } from './address-tokens.ts';
import { firstData, firstDataSoon } from './first-answers.ts';
import { freshSession, hasStoredSession, SESSION_KEY } from './stored-session.ts';
import { userStorage } from './user-storage.ts';

/** Who is signed in, as far as known. */
export interface Known {
  /** Undefined until the sign-in client has answered, where the stored one is not enough. */
  session: Session | null | undefined;
  profile: Profile | null;
  /** Signed in, but the profile could not be read. */
  profileError: Error | null;
  /** The person pressed Sign Out; the session did not expire. */
  leftOnPurpose: boolean;
  /** Set while their screen waits for them to sign in again. */
  lapsed: Lapsed | null;
  /** A person is signed in, or about to be. */
  awake: boolean;
  /** The sign-in client was made, and says from now on who is here. */
  hasClient: boolean;
}

/** A session that was lost over a screen on which its person writes: see lapse.ts. */
export interface Lapsed {
  /** Whose screen it is. */
  person: string;
  email: string | undefined;
  /** Whoever signed in since, here or in another tab. */
  elsewhere: Session | null;
}

/** The state of prerendered pages, with which the browser starts. */
const unknown: Known = {
  session: undefined,
  profile: null,
  profileError: null,
  leftOnPurpose: false,
  lapsed: null,
  awake: false,
  hasClient: false,
};

const store = createStore(inBrowser() ? firstGuess() : unknown);

/** Read by every screen, written by the sign-in client's events. */
export const sessionStore = {
  get: store.get,
  subscribe: store.subscribe,
  /** Tells nobody where nothing changes. */
  set: (change: Partial<Known>): void => {
    const known = store.get();
    const next = { ...known, ...change };
    if (Object.entries(next).some(([name, value]) => known[name as keyof Known] !== value))
      store.set(next);
  },
};

export function useKnown(): Known {
  return useStore(store, unknown);
}

/** A person may be signing in: from now on the sign-in client says who is here. */
export function wakeSession(): void {
  if (!store.get().awake) sessionStore.set({ awake: true, session: undefined });
}

/**
 * Without a stored session a visitor is signed out: most public pages load nothing more. With a fresh one
 * a screen need not wait for the client, unless a link in the address may bring another.
 */
function firstGuess(): Known {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue !== null) wakeSession();
  });
  const awake = hasStoredSession();
  const session = openedByLink ? null : freshSession();
  if (session) userStorage.belongTo(session.user.id);
  const profile = session && profileOf(session, firstData('/api/me'));
  if (session && !profile) void showSoon(session);
  return {
    ...unknown,
    awake,
    session: session ?? (awake ? undefined : null),
    profile,
  };
}

/** The first screen is drawn with what is known of its person before the code that reads it has loaded. */
async function showSoon(session: Session): Promise<void> {
  const profile = profileOf(session, await firstDataSoon('/api/me'));
  if (profile && sessionStore.get().session === session) sessionStore.set({ profile });
}

function profileOf({ user }: Session, found: unknown): Profile | null {
  const profile = found as Profile | undefined;
  return profile?.id === user.id ? profile : null;
}

function inBrowser(): boolean {
  return typeof document !== 'undefined';
}

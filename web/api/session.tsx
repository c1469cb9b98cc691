import type { Session } from '@supabase/auth-js';
import type { Profile } from '#domain/profile.ts';
import { sayPlainlyForNow } from '../ui/say-plainly.ts';
import { NETWORK_ERROR, orNetworkError } from './api-error.ts';
import { owesCode } from './owes-code.ts';
import { useKnown } from './session-store.ts';

export interface SessionState {
  /** True until the person and their profile are known. */
  loading: boolean;
  session: Session | null;
  /** Signed in with the password alone: a code of the app is needed. */
  codeOwed: boolean;
  profile: Profile | null;
  /** Signed in, but the profile could not be read. */
  profileError: Error | null;
  retryProfile: () => void;
  /** The person pressed Sign Out; the session did not expire. */
  leftOnPurpose: boolean;
  /** The screen waits for its person to sign in again. */
  isLapsed: boolean;
  signOut: () => Promise<void>;
}

export function useSession(): SessionState {
  const { session, profile, profileError, leftOnPurpose, lapsed } = useKnown();
  const codeOwed = session ? owesCode(session) : false;
  const reading = session !== null && !codeOwed && !profile && !profileError;
  return {
    loading: session === undefined || reading,
    session: session ?? null,
    codeOwed,
    profile,
    profileError,
    leftOnPurpose,
    isLapsed: lapsed !== null,
    retryProfile,
    signOut,
  };
}

/** The signed-in person's profile. Only for pages behind the guard, which waits for it. */
export function useProfile(): Profile {
  const { profile } = useSession();
  if (!profile) throw new Error('useProfile is for signed-in pages only');
  return profile;
}

async function retryProfile(): Promise<void> {
  const acts = await import('./session-source.tsx');
  acts.retryProfile();
}

/** Gives up a screen that waits for its person to sign in again. */
export async function leaveScreen(): Promise<void> {
  const acts = await import('./auth-events.ts');
  await acts.leaveScreen();
}

async function signOut(): Promise<void> {
  const leave = await loadSignOut().catch(() => null);
  if (leave) await leave();
  else sayPlainlyForNow(NETWORK_ERROR);
}

/**
 * The same, loaded before an act after which nobody is signed in: it must not be done where the way out is
 * missing.
 * @throws ApiError without a connection
 */
export async function loadSignOut(): Promise<() => Promise<void>> {
  const acts = await orNetworkError(import('./auth-events.ts'));
  return acts.signOut;
}

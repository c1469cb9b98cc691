import type { Session } from '@supabase/auth-js';
import type { Profile } from '#domain/profile.ts';
import { owesCode } from './owes-code.ts';
import { useKnown } from './session-store.ts';

export interface SessionState {
  /** True until it is known who is here, profile included. */
  loading: boolean;
  session: Session | null;
  /** Signed in with the password alone: the code of the authenticator app comes next. */
  codeOwed: boolean;
  profile: Profile | null;
  /** Signed in, but the profile could not be read. */
  profileError: Error | null;
  retryProfile: () => void;
  /** The person pressed Sign Out, as opposed to a session that ran out. */
  leftOnPurpose: boolean;
  signOut: () => Promise<void>;
}

export function useSession(): SessionState {
  const { session, profile, profileError, leftOnPurpose } = useKnown();
  const codeOwed = session ? owesCode(session) : false;
  const reading = session !== null && !codeOwed && !profile && !profileError;
  return {
    loading: session === undefined || reading,
    session: session ?? null,
    codeOwed,
    profile,
    profileError,
    leftOnPurpose,
    retryProfile,
    signOut,
  };
}

/** The signed-in person. Only for pages behind the guard, which waits until the profile is there. */
export function useProfile(): Profile {
  const { profile } = useSession();
  if (!profile) throw new Error('useProfile is for signed-in pages only');
  return profile;
}

async function retryProfile(): Promise<void> {
  const acts = await import('./session-source.tsx');
  acts.retryProfile();
}

async function signOut(): Promise<void> {
  const acts = await import('./session-source.tsx');
  await acts.signOut();
}

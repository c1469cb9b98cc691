import type { Session } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect } from 'react';
import type { Profile } from '#domain/profile.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { useAuthEvents } from './use-auth-events.ts';

export interface SessionState {
  /** True until it is known who is here, profile included. */
  loading: boolean;
  session: Session | null;
  profile: Profile | null;
  /** Signed in, but the profile could not be read. */
  profileError: Error | null;
  retryProfile: () => void;
  /** A link from a password e-mail opened this session. */
  recovering: boolean;
  /** The person pressed Sign Out, as opposed to a session that ran out. */
  leftOnPurpose: boolean;
  signOut: () => Promise<void>;
}

const SessionContext = createContext<SessionState | null>(null);

export function useSession(): SessionState {
  const state = use(SessionContext);
  if (!state) throw new Error('useSession needs a SessionProvider above it');
  return state;
}

/** The signed-in person. Only for pages behind the guard, which waits until the profile is there. */
export function useProfile(): Profile {
  const { profile } = useSession();
  if (!profile) throw new Error('useProfile is for signed-in pages only');
  return profile;
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { session, recovering, leftOnPurpose, signOut } = useAuthEvents();
  const me = useQuery({
    queryKey: keys.me(),
    queryFn: ({ signal }) => api.get<Profile>('/api/me', { signal }),
    enabled: Boolean(session),
    staleTime: 5 * 60_000,
  });
  const profile = (session && me.data) ?? null;

  useEffect(() => {
    if (me.error) console.error('Failed to load the profile', me.error);
  }, [me.error]);

  const state: SessionState = {
    loading: session === undefined || (session !== null && me.isPending),
    session: session ?? null,
    profile,
    profileError: session && !profile ? me.error : null,
    retryProfile: () => void me.refetch(),
    recovering,
    leftOnPurpose,
    signOut,
  };
  return <SessionContext value={state}>{children}</SessionContext>;
}

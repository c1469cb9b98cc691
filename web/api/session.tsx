import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import type { Profile } from '#domain/profile.ts';
import { auth } from './auth.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { userStorage } from './user-storage.ts';

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

/** Follows the sign-in client; `session` is undefined until it has spoken once. */
function useAuthEvents() {
  const queryClient = useQueryClient();
  const [session, setSession] = useState<Session | null>();
  const [recovering, setRecovering] = useState(false);
  const [leftOnPurpose, setLeftOnPurpose] = useState(false);
  const person = useRef<string | null>(null);

  useEffect(() => {
    function follow(event: AuthChangeEvent, next: Session | null) {
      // Nothing of one person may be seen by the next, whichever tab they changed places in.
      if (person.current && person.current !== next?.user.id) forget();
      person.current = next?.user.id ?? null;
      if (event === 'PASSWORD_RECOVERY') setRecovering(true);
      if (event === 'USER_UPDATED') void queryClient.invalidateQueries({ queryKey: keys.me() });
      if (event === 'SIGNED_IN') setLeftOnPurpose(false);
      if (event === 'SIGNED_OUT') setRecovering(false);
      setSession((known) => (known?.access_token === next?.access_token && known !== undefined ? known : next));
    }
    function forget() {
      queryClient.clear();
      userStorage.clear();
    }
    const { data } = auth().onAuthStateChange(follow);
    return () => data.subscription.unsubscribe();
  }, [queryClient]);

  async function signOut() {
    setLeftOnPurpose(true);
    // 'local' empties this browser first, so that it works offline too.
    const { error } = await auth().signOut({ scope: 'local' });
    if (error) console.error('Failed to sign out', error);
  }

  return { session, recovering, leftOnPurpose, signOut };
}

import type { AuthChangeEvent } from '@supabase/auth-js';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { auth } from './auth.ts';
import { api } from './client.ts';
import { owesCode } from './owes-code.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { sessionStore, useKnown } from './session-store.ts';
import { userStorage } from './user-storage.ts';

/** Keeps the signed-in person up to date; renders nothing. */
export function SessionSource() {
  return (
    <QueryClientProvider client={queryClient}>
      <Follow />
    </QueryClientProvider>
  );
}

function Follow() {
  useAuthEvents();
  const { session } = useKnown();
  const { data, error } = useQuery({
    queryKey: keys.me(),
    queryFn: ({ signal }) => api.get('/api/me', { signal }),
    enabled: Boolean(session && !owesCode(session)),
    staleTime: 5 * 60_000,
  });
  const person = session?.user.id;

  useEffect(() => {
    // The cache has dropped the previous person's profile, but this render may still have it.
    const profile = data && data.id === person ? data : null;
    sessionStore.set({ profile, profileError: profile ? null : error });
  }, [data, error, person]);

  useEffect(() => {
    if (error) console.error('Failed to load the profile', error);
  }, [error]);
  return null;
}

export function retryProfile(): void {
  void queryClient.refetchQueries({ queryKey: keys.me() });
}

export async function signOut(): Promise<void> {
  sessionStore.set({ leftOnPurpose: true });
  // 'local' clears this browser first, so that it works offline too.
  const { error } = await auth().signOut({ scope: 'local' });
  if (error) console.error('Failed to sign out', error);
}

/** Follows the sign-in client. Changes apply at once, so that a new sign-in continues. */
function useAuthEvents(): void {
  const queryClient = useQueryClient();
  const person = useRef<string | null>(null);

  useEffect(() => {
    const effects: Partial<Record<AuthChangeEvent, () => void>> = {
      SIGNED_IN: () => sessionStore.set({ leftOnPurpose: false }),
      USER_UPDATED: () => void queryClient.invalidateQueries({ queryKey: keys.me() }),
    };
    const { data } = auth().onAuthStateChange((event, session) => {
      const nextPerson = session?.user.id ?? null;
      const changed = person.current !== null && person.current !== nextPerson;
      // Nothing of one person may be shown to the next, in whichever tab they changed.
      if (changed) queryClient.clear();
      userStorage.belongTo(nextPerson);
      person.current = nextPerson;
      effects[event]?.();
      // Returning to the tab is announced as SIGNED_IN too: keep the same session object.
      const known = sessionStore.get().session;
      if (known && known.access_token === session?.access_token) return;
      sessionStore.set({ session, ...(changed && { profile: null, profileError: null }) });
    });
    return () => data.subscription.unsubscribe();
  }, [queryClient]);
}

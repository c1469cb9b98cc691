import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { auth } from './auth.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { owesCode } from './owes-code.ts';
import { queryClient } from './query-client.ts';
import { sessionStore, useKnown } from './session-store.ts';
import { useAuthEvents } from './use-auth-events.ts';

/** Draws nothing: keeps what is known about the signed-in person up to date. */
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
    // What was read for the person before is gone from the cache, but not yet from this render.
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
  // 'local' empties this browser first, so that it works offline too.
  const { error } = await auth().signOut({ scope: 'local' });
  if (error) console.error('Failed to sign out', error);
}

import { QueryClientProvider, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { untilFetched } from '../ui/until-fetched.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { api } from './client.ts';
import { owesCode } from './owes-code.ts';
import { queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';
import { sessionStore, useKnown } from './session-store.ts';

/** Keeps the signed-in person up to date; renders nothing. */
export function SessionSource() {
  return (
    <QueryClientProvider client={queryClient}>
      <Follow />
    </QueryClientProvider>
  );
}

function Follow() {
  useSignInClient();
  const { session, lapsed, profile } = useKnown();
  const { data, error } = useQuery({
    queryKey: keys.me(),
    queryFn: ({ signal }) => api.get('/api/me', { signal }),
    enabled: Boolean(session && !owesCode(session)),
    // What the page has begun with.
    initialData: profile && profile.id === session?.user.id ? profile : undefined,
    staleTime: 5 * 60_000,
  });
  const person = lapsed?.person ?? session?.user.id;

  useEffect(() => {
    // The cache has dropped the previous person's profile, but this render may still have it.
    const read = data && data.id === person ? data : null;
    // The same one again is none, so that the screen is not drawn again.
    const known = replaceEqualDeep(sessionStore.get().profile, read);
    sessionStore.set({ profile: known, profileError: read ? null : error });
  }, [data, error, person]);

  useEffect(() => {
    if (error) console.error('Failed to load the profile', error);
  }, [error]);
  return null;
}

export function retryProfile(): void {
  void queryClient.refetchQueries({ queryKey: keys.me() });
}

/**
 * The sign-in client weighs as much as a screen. Where the stored session is good for now, it comes once the
 * page has nothing to do: it then renews tokens, and hears of what other tabs do.
 */
function useSignInClient(): void {
  const { session, hasClient } = useKnown();
  const isNeeded = hasClient || session === undefined;
  useEffect(
    () =>
      untilFetched(
        () => import('./auth-events.ts'),
        () => {},
        isNeeded ? {} : { begin: whenIdle },
      ),
    [isNeeded],
  );
}

import { useEffect } from 'react';
import { followLive } from './live.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.tsx';

/**
 * Keeps a live stream open while a person is signed in. It opens before their profile is there, so that
 * later queries need no refetch, see live.ts.
 */
export function useLive(): void {
  const { session, codeOwed } = useSession();
  const person = codeOwed ? undefined : session?.user.id;
  useEffect(() => (person ? followLive(queryClient) : undefined), [person]);
}

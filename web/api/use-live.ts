import { useEffect } from 'react';
import { followLive } from './live.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.tsx';

/**
 * Keeps one live stream open while a person is signed in. It opens before their profile is there:
 * what the screens ask for afterwards need not be asked for again, see live.ts.
 */
export function useLive(): void {
  const { session, codeOwed } = useSession();
  const person = codeOwed ? undefined : session?.user.id;
  useEffect(() => (person ? followLive(queryClient) : undefined), [person]);
}

import { useEffect } from 'react';
import { untilFetched } from '../ui/until-fetched.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.tsx';

/**
 * Keeps a live stream open while a person is signed in. No screen waits for its code: what was read before
 * the stream was open is read again, see live.ts.
 */
export function useLive(): void {
  const { session, codeOwed } = useSession();
  const person = codeOwed ? undefined : session?.user.id;
  useEffect(() => {
    if (!person) return;
    let stop = () => {};
    const giveUp = untilFetched(
      () => import('./live.ts'),
      ({ followLive }) => {
        stop = followLive(queryClient);
      },
    );
    return () => {
      giveUp();
      stop();
    };
  }, [person]);
}

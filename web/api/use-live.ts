import { useEffect } from 'react';
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
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('./live.ts').then(({ followLive }) => {
      if (!isOver) stop = followLive(queryClient);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [person]);
}

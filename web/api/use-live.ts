import { useEffect } from 'react';
import { queryClient } from './query-client.ts';
import { useSession } from './session.tsx';

/** Until its code is fetched again, where that failed. */
const AGAIN_MS = 3000;

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
    let isOver = false;
    const load = () =>
      void import('./live.ts').then(
        ({ followLive }) => {
          if (!isOver) stop = followLive(queryClient);
        },
        () => {
          if (isOver) return;
          const timer = setTimeout(load, AGAIN_MS);
          stop = () => clearTimeout(timer);
        },
      );
    load();
    return () => {
      isOver = true;
      stop();
    };
  }, [person]);
}

import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';

const EVERY_MS = 5000;

/**
 * Whether the address of a sign-up was confirmed meanwhile, on whichever device: asked every few seconds
 * while the page is looked at. A lost connection only makes it later.
 * @param signUp the id that the sign-up was answered with
 */
export function useConfirmedElsewhere(signUp: string | undefined): boolean {
  const [isConfirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (signUp === undefined || isConfirmed) return;
    const ask = async () => {
      if (document.visibilityState === 'hidden') return;
      const answer = await api
        .get('/api/confirmations/{id}', { path: { id: signUp } })
        .catch(() => ({ confirmed: false }));
      if (answer.confirmed) setConfirmed(true);
    };
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [signUp, isConfirmed]);
  return isConfirmed;
}

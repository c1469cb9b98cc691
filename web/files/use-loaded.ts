import { useEffect, useRef, useState } from 'react';
import { NETWORK_ERROR } from '../api/api-error.ts';
import { alertError } from '../ui/toasts.tsx';

/**
 * Code that loads when it is first wanted; null until it is there. When that fails, it says so and
 * calls `onFailure`; wanting it anew tries again.
 *
 *     const form = useLoaded(() => import('./form.tsx'), open, close);
 *     return form && <form.Form />;
 */
export function useLoaded<Module>(
  load: () => Promise<Module>,
  isWanted: boolean,
  onFailure: () => void,
): Module | null {
  const [loaded, setLoaded] = useState<Module | null>(null);
  const latest = useRef({ load, onFailure });
  useEffect(() => {
    latest.current = { load, onFailure };
  });
  useEffect(() => {
    if (!isWanted || loaded) return;
    let isLate = false;
    latest.current.load().then(
      (module) => isLate || setLoaded(() => module),
      () => {
        if (isLate) return;
        alertError(NETWORK_ERROR);
        latest.current.onFailure();
      },
    );
    return () => {
      isLate = true;
    };
  }, [isWanted, loaded]);
  return isWanted ? loaded : null;
}

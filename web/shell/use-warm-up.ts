import { useEffect } from 'react';
import { whenIdle } from '../ui/when-idle.ts';

/** Loads code that is likely to be needed soon, once the page is idle. */
export function useWarmUp(...parts: { warmUp: () => void }[]): void {
  // The parts never change.
  useEffect(
    () =>
      whenIdle(() => {
        for (const part of parts) part.warmUp();
      }),
    [],
  );
}

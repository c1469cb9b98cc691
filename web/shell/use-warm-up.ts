import { useEffect } from 'react';

/** A page draws itself first; browsers without idle callbacks wait this long instead. */
const LATER_MS = 1500;

/** Fetches code that is likely to be wanted soon, once the page has nothing else to do. */
export function useWarmUp(...parts: { warmUp: () => void }[]): void {
  // Which parts these are never changes.
  useEffect(() => {
    const warmUp = () => {
      for (const part of parts) part.warmUp();
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(warmUp, LATER_MS);
      return () => clearTimeout(timer);
    }
    const idle = requestIdleCallback(warmUp);
    return () => cancelIdleCallback(idle);
  }, []);
}

import { useEffect } from 'react';

/** The page renders first; browsers without idle callbacks wait this long. */
const LATER_MS = 1500;

/** Loads code that is likely to be needed soon, once the page is idle. */
export function useWarmUp(...parts: { warmUp: () => void }[]): void {
  // The parts never change.
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

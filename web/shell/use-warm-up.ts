import { useEffect } from 'react';
import { whenIdle } from '../ui/when-idle.ts';

/** By then a screen is drawn on a slow line too; until then code for later would come before it. */
const DRAWN_AFTER_MS = 2000;

/** Loads code that is likely to be needed soon, once the screen is drawn and the page is idle. */
export function useWarmUp(...parts: { warmUp: () => void }[]): void {
  // The parts never change.
  useEffect(() => {
    let takeBack = () => {};
    const timer = setTimeout(() => {
      takeBack = whenIdle(() => {
        for (const part of parts) part.warmUp();
      });
    }, DRAWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      takeBack();
    };
  }, []);
}

import { useEffect, useState } from 'react';

/**
 * For which provider this page is being left, if for any. A page that the browser kept for Back is there
 * again as it was left, and is left no more.
 */
export function useLeaving() {
  const state = useState<string | null>(null);
  const [, setLeaving] = state;
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(null);
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [setLeaving]);
  return state;
}

import { useSyncExternalStore } from 'react';

/** Tailwind's `md`: from here on a table has room. */
const query = '(min-width: 48rem)';

/** Whether there is room for a table; only one of table and cards is drawn, so nothing is there twice. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

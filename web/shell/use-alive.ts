import { useSyncExternalStore } from 'react';

/** False in the built page, true once the browser has taken it over and its buttons do something. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

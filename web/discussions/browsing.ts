import type { Location } from 'react-router';

/** On the way back to the list, so that it does not open the first request. */
export const browsing = { browsing: true } as const;

export function isBrowsing({ state }: Location): boolean {
  return typeof state === 'object' && state !== null && 'browsing' in state;
}

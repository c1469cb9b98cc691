import type { Earnings } from '#domain/earnings.ts';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';

const AT_ONCE = 50;
const SOON_MS = 3000;
const LATER_MS = 60_000;
/** Banks take days; a payout that takes longer will not finish in the next seconds. */
const JUST_NOW_MS = 120_000;

/** A developer's earnings: figures from the first page, and entries page by page. */
export function useEarnings() {
  const { first, items, ...list } = usePages(keys.earnings(), '/api/earnings', {
    query: { limit: AT_ONCE },
    refetchInterval: ([page]) => askAgainAfter(page?.items ?? [], Date.now()),
  });
  return { ...list, earnings: first, entries: items ?? [] };
}

type Entry = Pick<Earnings['items'][number], 'payout_status' | 'created_at'>;

/** Polling interval while a payout is on its way (ms), should the live event of its end be missed. */
export function askAgainAfter(entries: readonly Entry[], now: number): number | false {
  const pending = entries.filter(({ payout_status }) => payout_status === 'pending');
  if (pending.length === 0) return false;
  const isNew = pending.some(
    ({ created_at }) => now - Date.parse(String(created_at)) < JUST_NOW_MS,
  );
  return isNew ? SOON_MS : LATER_MS;
}

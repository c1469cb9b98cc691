import { useInfiniteQuery } from '@tanstack/react-query';
import type { Earnings } from '#domain/earnings.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

const AT_ONCE = 50;
const SOON_MS = 3000;
const LATER_MS = 60_000;
/** A bank takes days; what is not taken by then is not taken in the next seconds. */
const JUST_NOW_MS = 120_000;

/** A developer's earnings: the figures as of the first page, and the entries page by page. */
export function useEarnings() {
  const query = useInfiniteQuery({
    queryKey: keys.earnings(),
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam && `&cursor=${encodeURIComponent(pageParam)}`;
      return api.get<Earnings>(`/api/earnings?limit=${AT_ONCE}${cursor}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => askAgainAfter(state.data?.pages[0]?.items ?? [], Date.now()),
  });
  return {
    earnings: query.data?.pages[0],
    entries: query.data?.pages.flatMap((page) => page.items) ?? [],
    isPending: query.isPending,
    error: query.error,
    refetch: () => query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

type Entry = Pick<Earnings['items'][number], 'payout_status' | 'created_at'>;

/** While a payout is on its way (ms); no live event tells of its end. */
export function askAgainAfter(entries: readonly Entry[], now: number): number | false {
  const pending = entries.filter(({ payout_status }) => payout_status === 'pending');
  if (pending.length === 0) return false;
  const isNew = pending.some(
    ({ created_at }) => now - Date.parse(String(created_at)) < JUST_NOW_MS,
  );
  return isNew ? SOON_MS : LATER_MS;
}

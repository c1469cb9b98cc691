import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** A list of the API, page by page; `address` may carry a filter. */
export function usePaged<Item extends { id: string }>(queryKey: QueryKey, address: string) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Item>>(withCursor(address, pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.items),
    isPending: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

export type Paged<Item extends { id: string }> = ReturnType<typeof usePaged<Item>>;

function withCursor(address: string, cursor: string): string {
  if (!cursor) return address;
  return `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

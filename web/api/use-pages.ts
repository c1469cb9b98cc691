import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { api } from './client.ts';

/** What each list of the API answers with. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** A list as far as it has been read, and the ways to read on. */
export type Pages<Answer extends Page<unknown>> = ReturnType<typeof usePages<Answer>>;

type Read<Answer> = InfiniteData<Answer, string>;

type Options<Answer> = Pick<
  UseInfiniteQueryOptions<Answer, Error, Read<Answer>, QueryKey, string>,
  'enabled' | 'placeholderData' | 'refetchOnMount'
> & {
  /** Milliseconds, by the answers so far. */
  refetchInterval?: (pages: readonly Answer[]) => number | false;
};

/**
 * A list of the API, page by page.
 *
 * @param address may carry a filter and a `limit`
 */
export function usePages<Answer extends Page<unknown>>(
  queryKey: QueryKey,
  address: string,
  { refetchInterval, ...options }: Options<Answer> = {},
) {
  type Item = Answer['items'][number];
  const query = useInfiniteQuery<Answer, Error, Read<Answer>, QueryKey, string>({
    ...options,
    queryKey,
    queryFn: ({ pageParam, signal }) => api.get<Answer>(withCursor(address, pageParam), { signal }),
    initialPageParam: '',
    getNextPageParam: (page: Answer) => page.next_cursor,
    ...(refetchInterval && {
      refetchInterval: ({ state }) => refetchInterval(state.data?.pages ?? []),
    }),
  });
  const { data, isPending, isFetching, error, hasNextPage, isFetchingNextPage } = query;
  return {
    /** What the first page says beside its items. */
    first: data?.pages[0],
    items: data?.pages.flatMap<Item>((page) => page.items),
    isPending,
    isFetching,
    error,
    refetch: () => void query.refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

/** What moves to the front while pages load can be on two of them. */
export function withoutRepeats<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function withCursor(address: string, cursor: string): string {
  if (!cursor) return address;
  return `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
}

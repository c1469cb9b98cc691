import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Address,
  type Answer,
  type AnyOptions,
  call,
  filledIn,
  type Options,
} from './client.ts';
import { firstData } from './first-answers.ts';

/** The answer of a list. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** Paths of lists. */
export type ListAddress = {
  [At in Address<'GET'>]: Answer<'GET', At> extends Page<unknown> ? At : never;
}[Address<'GET'>];

type ItemOf<At> = Answer<'GET', At> extends Page<infer Item> ? Item : never;
type PageOf<At extends ListAddress> = Answer<'GET', At> & Page<ItemOf<At>>;
type ReadOf<At extends ListAddress> = InfiniteData<PageOf<At>, string>;

/** A list in the cache. */
export type Read<Item> = InfiniteData<Page<Item>, string>;

/** The loaded part of a list, and how to load more. */
export interface Pages<Item> {
  items: Item[] | undefined;
  isPending: boolean;
  isFetching: boolean;
  /** Why it could not be read. */
  error: Error | null;
  refetch: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Why no more of it came, until it is asked for again. */
  moreError: Error | null;
  loadMore: () => void;
}

type PagesOptions<At extends ListAddress> = Pick<
  UseInfiniteQueryOptions<PageOf<At>, Error, ReadOf<At>, QueryKey, string>,
  'enabled' | 'placeholderData' | 'refetchOnMount'
> & {
  /** Milliseconds, from the answers so far. */
  refetchInterval?: (pages: readonly PageOf<At>[]) => number | false;
};

type AllOf<At extends ListAddress> = Options<'GET', At> & PagesOptions<At>;

/** A list of the API, page by page. */
export function usePages<At extends ListAddress>(
  queryKey: QueryKey,
  address: At,
  ...[options]: object extends Options<'GET', At> ? [all?: AllOf<At>] : [all: AllOf<At>]
): Pages<ItemOf<At>> & { first: PageOf<At> | undefined } {
  const {
    path,
    query: filter,
    refetchInterval,
    ...all
  }: AnyOptions & PagesOptions<At> = options ?? {};
  const query = useInfiniteQuery<PageOf<At>, Error, ReadOf<At>, QueryKey, string>({
    ...all,
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call('GET', address, { path, signal, query: { ...filter, cursor: pageParam || undefined } }),
    initialPageParam: '',
    initialData: () => firstPage<At>(address, { path, query: filter }),
    getNextPageParam: (page) => page.next_cursor,
    ...(refetchInterval && {
      refetchInterval: ({ state }) => refetchInterval(state.data?.pages ?? []),
    }),
  });
  const { data, isPending, isFetching, error, hasNextPage, isFetchingNextPage } = query;
  const moreError = useMoreError(query);
  return {
    /** The first page's members beside its items. */
    first: data?.pages[0],
    items: data?.pages.flatMap<ItemOf<At>>((page) => page.items),
    isPending,
    isFetching,
    error: moreError ? null : error,
    refetch: () => void query.refetch(),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    moreError: isFetchingNextPage ? null : moreError,
    loadMore: () => void query.fetchNextPage(),
  };
}

function firstPage<At extends ListAddress>(
  address: At,
  options: AnyOptions,
): ReadOf<At> | undefined {
  const page = firstData(filledIn(address, options)) as PageOf<At> | undefined;
  return page && { pages: [page], pageParams: [''] };
}

/** Items that move to the front while pages load can be on two of them. */
export function withoutRepeats<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** It stays that also while all is read again, when the library says no more what had failed. */
function useMoreError({
  error,
  isFetchNextPageError,
}: {
  error: Error | null;
  isFetchNextPageError: boolean;
}): Error | null {
  const [known, setKnown] = useState<Error | null>(null);
  if (isFetchNextPageError && known !== error) setKnown(error);
  return isFetchNextPageError || known === error ? error : null;
}

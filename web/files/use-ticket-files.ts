import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

interface FilePage {
  items: FileRecord[];
  next_cursor: string | null;
}

const LARGE_PAGE = { limit: '100' };

/** Addresses of thumbnails work for at least 10 minutes. */
const RENEW_MS = 9 * 60_000;

interface TicketFilesOptions {
  enabled?: boolean;
  /** Loads every page by itself: for screens that look up single files. */
  all?: boolean;
}

/**
 * All files of a request that the viewer may know of, oldest first: sizes, types, thumbnails, and
 * what may be opened. Under the key of the request, so live changes of it refresh them.
 */
export function useTicketFiles(
  ticketId: string,
  { enabled = true, all = false }: TicketFilesOptions = {},
) {
  const query = useInfiniteQuery({
    queryKey: keys.files(ticketId),
    queryFn: ({ pageParam, signal }) =>
      api.get<FilePage>(`/api/tickets/${ticketId}/files?${new URLSearchParams(pageParam)}`, {
        signal,
      }),
    initialPageParam: LARGE_PAGE as Record<string, string>,
    getNextPageParam: ({ next_cursor }) =>
      next_cursor === null ? null : { ...LARGE_PAGE, cursor: next_cursor },
    enabled,
    refetchOnMount: 'always',
    refetchInterval: RENEW_MS,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (all && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [all, hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    files: query.data?.pages.flatMap(({ items }) => items),
    isPending: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

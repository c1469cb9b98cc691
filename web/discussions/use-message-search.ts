import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundMessage } from '#domain/message-search.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

const PAUSE_MS = 250;

interface FoundPage {
  items: FoundMessage[];
  next_cursor: string | null;
}

/** Searches while one types, once the typing pauses. */
export function useMessageSearch(typed: string) {
  const words = usePaused(typed.trim());
  const query = useInfiniteQuery({
    queryKey: keys.messageSearch(words),
    queryFn: ({ pageParam, signal }) => {
      const wanted = new URLSearchParams({ q: words, ...(pageParam && { cursor: pageParam }) });
      return api.get<FoundPage>(`/api/messages/search?${wanted}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
  return {
    found: words === '' ? undefined : query.data?.pages.flatMap((page) => page.items),
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

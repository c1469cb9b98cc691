import { useInfiniteQuery } from '@tanstack/react-query';
import type { FileRecord } from '#domain/file.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

interface FilePage {
  items: FileRecord[];
  next_cursor: string | null;
}

/** A thumbnail is drawn about a second after an upload; older files that have none get none. */
const THUMBNAIL_SOON_MS = 20_000;
const LOOK_AGAIN_MS = 2000;

/**
 * All files of a request that the viewer may know of, oldest first: sizes, types, thumbnails, and
 * what may be opened. Under the key of the request, so live changes of it refresh them.
 */
export function useTicketFiles(ticketId: string, { enabled = true }: { enabled?: boolean } = {}) {
  const query = useInfiniteQuery({
    queryKey: [...keys.ticket(ticketId), 'files'],
    queryFn: ({ pageParam, signal }) =>
      api.get<FilePage>(`/api/tickets/${ticketId}/files?${new URLSearchParams(pageParam)}`, {
        signal,
      }),
    initialPageParam: {} as Record<string, string>,
    getNextPageParam: ({ next_cursor }) => (next_cursor === null ? null : { after: next_cursor }),
    enabled,
    // Messages bring files, too, and links to thumbnails run out.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(awaitsThumbnail)) ? LOOK_AGAIN_MS : false,
  });
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

function awaitsThumbnail({ type, thumbnail_url, created_at, actions }: FileRecord): boolean {
  if (thumbnail_url !== null || !type.startsWith('image/') || !actions.open?.allowed) return false;
  return Date.now() - new Date(created_at).getTime() < THUMBNAIL_SOON_MS;
}

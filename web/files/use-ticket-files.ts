import { useEffect } from 'react';
import { keys } from '../api/query-keys.ts';
import { usePages } from '../api/use-pages.ts';

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
  const { items, ...list } = usePages(keys.files(ticketId), '/api/tickets/{id}/files', {
    path: { id: ticketId },
    query: { limit: 100 },
    enabled,
    refetchOnMount: 'always',
    refetchInterval: () => RENEW_MS,
  });
  const { hasMore, isFetching, error, moreError, loadMore } = list;
  useEffect(() => {
    if (all && hasMore && !isFetching && !error && !moreError) loadMore();
  });
  return { ...list, files: items };
}

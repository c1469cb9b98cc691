import { queryOptions } from '@tanstack/react-query';
import type { ArchiveEntry, TextView } from '#domain/file.ts';
import { api } from '../api/client.ts';

/** What is stored under a key never changes. */
const unchanging = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/** The beginning of a text file, or of one entry of an archive. */
export function fileText(key: string, entry: string | null) {
  const query = entry === null ? '' : `?${new URLSearchParams({ entry })}`;
  return queryOptions({
    queryKey: ['file', key, 'text', entry],
    queryFn: ({ signal }) => api.get<TextView>(`/api/files/${key}/text${query}`, { signal }),
    ...unchanging,
  });
}

/** What an archive holds. */
export function fileEntries(key: string) {
  return queryOptions({
    queryKey: ['file', key, 'entries'],
    queryFn: ({ signal }) =>
      api.get<{ items: ArchiveEntry[]; is_complete: boolean }>(`/api/files/${key}/entries`, {
        signal,
      }),
    ...unchanging,
  });
}

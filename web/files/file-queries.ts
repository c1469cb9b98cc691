import { queryOptions } from '@tanstack/react-query';
import type { ArchiveEntry, TextView } from '#domain/file.ts';
import type { Changes } from '#domain/file-changes.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

/** What is stored under a key never changes. */
const unchanging = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/** The beginning of a text file, or of one entry of an archive. */
export function fileText(key: string, entry: string | null) {
  const query = entry === null ? '' : `?${new URLSearchParams({ entry })}`;
  return queryOptions({
    queryKey: keys.inFile(key, 'text', entry),
    queryFn: ({ signal }) => api.get<TextView>(`/api/files/${key}/text${query}`, { signal }),
    ...unchanging,
  });
}

/** What an archive holds. */
export function fileEntries(key: string) {
  return queryOptions({
    queryKey: keys.inFile(key, 'entries'),
    queryFn: ({ signal }) =>
      api.get<{ items: ArchiveEntry[]; is_complete: boolean }>(`/api/files/${key}/entries`, {
        signal,
      }),
    ...unchanging,
  });
}

/** Where a file can be loaded from; such a link works for a minute. */
export function fileLink(key: string) {
  return queryOptions({
    queryKey: keys.inFile(key, 'link'),
    queryFn: ({ signal }) => api.get<{ url: string }>(`/api/files/${key}/link`, { signal }),
    staleTime: 30_000,
    gcTime: 30_000,
    retry: false,
    // A picture that is being looked at stays.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** What changed in a project from one archive to another. */
export function fileChanges(key: string, since: string) {
  return queryOptions({
    queryKey: keys.inFile(key, 'changes', since),
    queryFn: ({ signal }) =>
      api.get<Changes>(`/api/files/${key}/changes?${new URLSearchParams({ since })}`, { signal }),
    ...unchanging,
  });
}

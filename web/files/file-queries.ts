import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';

/** What is stored under a key never changes. */
const unchanging = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/** The beginning of a text file, or of one entry of an archive. */
export function fileText(key: string, entry: string | null) {
  const query = entry === null ? {} : { entry };
  return queryOptions({
    queryKey: keys.inFile(key, 'text', entry),
    queryFn: ({ signal }) => api.get('/api/files/{id}/text', { path: { id: key }, query, signal }),
    ...unchanging,
  });
}

/** What an archive holds. */
export function fileEntries(key: string) {
  return queryOptions({
    queryKey: keys.inFile(key, 'entries'),
    queryFn: ({ signal }) => api.get('/api/files/{id}/entries', { path: { id: key }, signal }),
    ...unchanging,
  });
}

/** Where a file can be loaded from; such a link works for a minute. */
export function fileLink(key: string) {
  return queryOptions({
    queryKey: keys.inFile(key, 'link'),
    queryFn: ({ signal }) => api.get('/api/files/{id}/link', { path: { id: key }, signal }),
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
      api.get('/api/files/{id}/changes', { path: { id: key }, query: { since }, signal }),
    ...unchanging,
  });
}

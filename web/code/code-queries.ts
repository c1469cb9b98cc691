import { queryOptions } from '@tanstack/react-query';
import type { Snapshot } from '#domain/code.ts';
import type { Message } from '#domain/message.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';

/** What a version holds never changes. */
const unchanging = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/** How soon a version that is being read is asked for again, should the live stream say nothing. */
const READING_MS = 4000;

/** All versions of a request's project that the viewer may know of, the newest first. */
export function snapshotsOf(ticketId: string) {
  return queryOptions({
    queryKey: keys.code(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/snapshots', { path: { id: ticketId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((one) => one.state === 'reading') ? READING_MS : false,
  });
}

/** What lies in one folder; '' is the project itself. */
export function folderOf(snapshotId: string, path: string) {
  return queryOptions({
    queryKey: keys.inSnapshot(snapshotId, 'tree', path),
    queryFn: ({ signal }) =>
      api.get('/api/snapshots/{id}/tree', {
        path: { id: snapshotId },
        query: path === '' ? {} : { path },
        signal,
      }),
    ...unchanging,
  });
}

/** The text of one file, or the address of a picture. */
export function codeFile(snapshotId: string, path: string) {
  return queryOptions({
    queryKey: keys.inSnapshot(snapshotId, 'file', path),
    queryFn: ({ signal }) =>
      api.get('/api/snapshots/{id}/file', { path: { id: snapshotId }, query: { path }, signal }),
    ...unchanging,
    // Addresses of pictures work for some minutes.
    staleTime: 4 * 60_000,
  });
}

/** Where the folders and files of a project are read from. */
export interface ProjectSource {
  folder: (path: string) => ReturnType<typeof folderOf>;
  file: (path: string) => ReturnType<typeof codeFile>;
}

/** A version of a request's project. */
export function versionSource(snapshotId: string): ProjectSource {
  return {
    folder: (path) => folderOf(snapshotId, path),
    file: (path) => codeFile(snapshotId, path),
  };
}

/** Names and lines that have some words in them. */
export function foundIn(snapshotId: string, words: string) {
  return queryOptions({
    queryKey: keys.inSnapshot(snapshotId, 'search', words),
    queryFn: ({ signal }) =>
      api.get('/api/snapshots/{id}/search', {
        path: { id: snapshotId },
        query: { q: words },
        signal,
      }),
    ...unchanging,
    enabled: words !== '',
  });
}

/** What a version changes, since another one or since the one that it was made from. */
export function changesOf({ id, opens }: Snapshot, since: string | null) {
  return queryOptions({
    queryKey: keys.inSnapshot(id, 'changes', opens, since),
    queryFn: ({ signal }) =>
      api.get('/api/snapshots/{id}/changes', {
        path: { id },
        query: since === null ? {} : { since },
        signal,
      }),
    ...unchanging,
  });
}

/** The change of one file alone, where the whole was too long to be sent at once. */
export function changeOfFile({ id, opens }: Snapshot, since: string | null, path: string) {
  return queryOptions({
    queryKey: keys.inSnapshot(id, 'changes', opens, since, path),
    queryFn: ({ signal }) =>
      api.get('/api/snapshots/{id}/changes', {
        path: { id },
        query: { path, ...(since !== null && { since }) },
        signal,
      }),
    ...unchanging,
  });
}

/** Of the newest messages of a request those that are about lines of its project, oldest first. */
export function saidOfCode(ticketId: string) {
  return queryOptions({
    queryKey: keys.saidOfCode(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/messages', {
        path: { id: ticketId },
        query: { limit: 100 },
        signal,
      }),
    select: ({ items }) => items.filter(({ code }) => code.length > 0),
  });
}

/** Where stack traces in a message point, in the project as it stood with the version `headId`. */
export function tracesOf({ id, text }: Pick<Message, 'id' | 'text'>, headId: string) {
  return queryOptions({
    queryKey: keys.inSnapshot(headId, 'traces', id, text),
    queryFn: ({ signal }) => api.get('/api/messages/{id}/traces', { path: { id }, signal }),
    ...unchanging,
  });
}

/** What the AI tool tried before the request was posted. */
export function attemptsOf(ticketId: string) {
  return queryOptions({
    queryKey: keys.attempts(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/attempts', { path: { id: ticketId }, signal }),
  });
}

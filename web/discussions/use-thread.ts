import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { MessagePage } from '#domain/message.ts';
import { ApiError, errorText, isPassing } from '../api/api-error.ts';
import { api, firstAnswerOf } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { catchUp, type LoadedThread, threadAt, withNewer, withOlder } from '../api/thread.ts';
import { alertError } from '../ui/toasts.tsx';
import { askForEnd, showPart } from './show-part.ts';
import { isStillTheirs } from './still-theirs.ts';

const PAGE_SIZE = 50;

type End = 'older' | 'newer';

const ends = {
  older: { parameter: 'before', add: withOlder },
  newer: { parameter: 'after', add: withNewer },
} as const;

/**
 * The messages of a request: the newest, or those round the message `wanted`, and from there on
 * what is asked for at either end. Asking anew only adds what is new at the end, so that a thread
 * of any length costs one page.
 */
export function useThread(ticketId: string, wanted: string | null) {
  const queryClient = useQueryClient();
  const queryKey = keys.messages(ticketId);
  const loaded = () => queryClient.getQueryData<LoadedThread>(queryKey);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const read = loaded();
      if (read && !(await isStillTheirs(queryClient, ticketId))) return read;
      const there = wanted && !loaded() ? await pageAround(ticketId, wanted) : null;
      if (there) return threadAt(there);
      return catchUp(loaded, (before) => fetchPage(ticketId, before ? { before } : {}, signal));
    },
    initialData: () => {
      const newest = { path: { id: ticketId }, query: { limit: PAGE_SIZE } };
      const page = wanted ? null : firstAnswerOf('/api/tickets/{id}/messages', newest);
      return page ? threadAt(page) : undefined;
    },
    // What was missed in a gap is asked for until it is there: nothing else would ever bring it.
    retry: (failures, cause) => isPassing(cause) && (failures < 2 || loaded() !== undefined),
    // Its parts keep themselves; comparing 50,000 messages would take longer than drawing them.
    structuralSharing: false,
  });
  return {
    thread: query.data,
    isPending: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
    ...useEnds(ticketId),
    ...useParts(ticketId),
  };
}

/** Goes to another part of the thread, unless it is there already; false where there is none. */
function useParts(ticketId: string) {
  const queryClient = useQueryClient();
  const goTo = useCallback(
    async (id: string): Promise<boolean> => {
      const queryKey = keys.messages(ticketId);
      const loaded = queryClient.getQueryData<LoadedThread>(queryKey);
      if (loaded?.messages.some((message) => message.id === id)) return true;
      const page = await pageAround(ticketId, id).catch(reportFailure);
      if (page) showPart(queryClient, ticketId, page);
      else if (page === null) alertError('Message not found');
      return page !== null;
    },
    [queryClient, ticketId],
  );
  const goToNewest = useCallback(async () => {
    const queryKey = keys.messages(ticketId);
    if (queryClient.getQueryData<LoadedThread>(queryKey)?.newer === null) return;
    const page = await fetchPage(ticketId, {}).catch(reportFailure);
    if (page) showPart(queryClient, ticketId, page);
  }, [queryClient, ticketId]);
  return { goTo, goToNewest };
}

/** Loads more at either end, one page at a time; after a failure only when it is asked for. */
function useEnds(ticketId: string) {
  const queryClient = useQueryClient();
  const [loading, setLoading] = useState<End | null>(null);
  const [failed, setFailed] = useState(false);
  const busy = useRef(false);

  const load = useCallback(
    async (end: End) => {
      const queryKey = keys.messages(ticketId);
      const thread = queryClient.getQueryData<LoadedThread>(queryKey);
      const cursor = thread?.[end];
      if (!thread || !cursor || busy.current) return;
      busy.current = true;
      setLoading(end);
      try {
        const { parameter, add } = ends[end];
        const page = await fetchPage(ticketId, { [parameter]: cursor });
        queryClient.setQueryData<LoadedThread>(queryKey, (now) =>
          now?.part === thread.part ? add(now, page) : now,
        );
        setFailed(false);
        if (end === 'newer') askForEnd(queryClient, ticketId, page);
      } catch (cause) {
        setFailed(true);
        console.error('Failed to load more messages', cause);
      } finally {
        busy.current = false;
        setLoading(null);
      }
    },
    [queryClient, ticketId],
  );
  return { load, loading, failed };
}

function fetchPage(
  ticketId: string,
  place: { around?: string; before?: string; after?: string },
  signal?: AbortSignal,
): Promise<MessagePage> {
  const query = { limit: PAGE_SIZE, ...place };
  return api.get('/api/tickets/{id}/messages', { path: { id: ticketId }, query, signal });
}

/** Null when the thread has no such message, or the address holds no id at all. */
async function pageAround(ticketId: string, id: string): Promise<MessagePage | null> {
  try {
    return await fetchPage(ticketId, { around: id });
  } catch (cause) {
    if (cause instanceof ApiError && (cause.status === 404 || cause.status === 400)) return null;
    throw cause;
  }
}

function reportFailure(cause: unknown): undefined {
  alertError(errorText(cause));
}

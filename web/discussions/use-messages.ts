import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import type { Message } from '#domain/message.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

interface MessagePage {
  /** In time order. */
  items: Message[];
  /** Leads to the page before this one. */
  next_cursor: string | null;
}

const PAGE_SIZE = '50';

/** The messages of a request in time order, from the newest page back. */
export function useMessages(ticketId: string) {
  const query = useInfiniteQuery({
    queryKey: keys.messages(ticketId),
    queryFn: ({ pageParam, signal }) => {
      const wanted = { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) };
      const address = `/api/tickets/${encodeURIComponent(ticketId)}/messages`;
      return api.get<MessagePage>(`${address}?${new URLSearchParams(wanted)}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });
  return {
    messages: query.data?.pages.toReversed().flatMap((page) => page.items),
    isPending: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    loadOlder: () => void query.fetchNextPage(),
  };
}

/** Puts a message that the server has answered with into its thread, or in place of its older self. */
export async function keepMessage(queryClient: QueryClient, message: Message): Promise<void> {
  const queryKey = keys.messages(message.ticket_id);
  // A reading that began earlier would put the thread back to how it was.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<InfiniteData<MessagePage, string>>(
    queryKey,
    (thread) => thread && { ...thread, pages: withMessage(thread.pages, message) },
  );
  void queryClient.invalidateQueries({ queryKey });
}

function withMessage(pages: MessagePage[], message: Message): MessagePage[] {
  const known = pages.some((page) => page.items.some(({ id }) => id === message.id));
  return pages.map((page, place) => {
    if (known)
      return { ...page, items: page.items.map((one) => (one.id === message.id ? message : one)) };
    return place === 0 ? { ...page, items: [...page.items, message] } : page;
  });
}

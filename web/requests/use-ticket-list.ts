import { useInfiniteQuery } from '@tanstack/react-query';
import type { Ticket, TicketCounts, TicketListView } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

interface TicketPage {
  items: Ticket[];
  next_cursor: string | null;
  /** Only of the requests assigned to a developer. */
  counts?: TicketCounts;
}

/** Divides into rows of one, two and three cards. */
const PAGE_SIZE = '24';

/** One list of requests, newest first, page by page. */
export function useTicketList(view: TicketListView, filter: Record<string, string> = {}) {
  const query = useInfiniteQuery({
    queryKey: [...keys.ticketList(view), filter],
    queryFn: ({ pageParam, signal }) => {
      const wanted = { view, ...filter, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) };
      return api.get<TicketPage>(`/api/tickets?${new URLSearchParams(wanted)}`, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });
  return {
    tickets: query.data && withoutRepeats(query.data.pages.flatMap((page) => page.items)),
    counts: query.data?.pages[0]?.counts,
    isPending: query.isPending,
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

export type TicketList = ReturnType<typeof useTicketList>;

/** A request that moves while pages load can be on two of them. */
function withoutRepeats(tickets: Ticket[]): Ticket[] {
  return [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()];
}

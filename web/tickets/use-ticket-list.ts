import type { TicketListView } from '#domain/ticket.ts';
import { keys } from '../api/query-keys.ts';
import { usePages, withoutRepeats } from '../api/use-pages.ts';

/** Fits rows of one, two and three cards. */
const PAGE_SIZE = 24;

/** What is ordered here has to be here; hardly anybody has more. */
const ALL_OPEN = 100;
const HERE: readonly TicketListView[] = ['active', 'available'];

/** One list of requests, newest first, page by page. */
export function useTicketList(
  view: TicketListView,
  filter: { open?: 'true'; order?: 'activity'; unread?: 'true' } = {},
) {
  const limit = HERE.includes(view) || filter.open ? ALL_OPEN : PAGE_SIZE;
  const { first, items, ...list } = usePages([...keys.ticketList(view), filter], '/api/tickets', {
    query: { view, ...filter, limit },
  });
  return { ...list, tickets: items && withoutRepeats(items), counts: first?.counts };
}

export type TicketList = ReturnType<typeof useTicketList>;

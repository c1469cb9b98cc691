import type { Ticket, TicketCounts, TicketListView } from '#domain/ticket.ts';
import { keys } from '../api/keys.ts';
import { type Page, usePages, withoutRepeats } from '../api/use-pages.ts';

interface TicketPage extends Page<Ticket> {
  /** Only of the requests assigned to a developer. */
  counts?: TicketCounts;
}

/** Divides into rows of one, two and three cards. */
const PAGE_SIZE = '24';

/** One list of requests, newest first, page by page. */
export function useTicketList(view: TicketListView, filter: Record<string, string> = {}) {
  const { first, items, ...list } = usePages<TicketPage>(
    [...keys.ticketList(view), filter],
    `/api/tickets?${new URLSearchParams({ view, ...filter, limit: PAGE_SIZE })}`,
  );
  return { ...list, tickets: items && withoutRepeats(items), counts: first?.counts };
}

export type TicketList = ReturnType<typeof useTicketList>;

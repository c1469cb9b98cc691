import { useQuery } from '@tanstack/react-query';
import type { Feedback } from '#domain/feedback.ts';
import type { HistoryItem } from '#domain/history.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { type Page, usePages } from '../../api/use-pages.ts';

export interface MilestoneList {
  items: Milestone[];
  next_cursor: null;
  total_cents: number;
}

export function useTicket(ticketId: string) {
  return useQuery({
    queryKey: keys.ticket(ticketId),
    queryFn: ({ signal }) => api.get<Ticket>(ticketPath(ticketId), { signal }),
  });
}

export function useMilestones(ticketId: string) {
  return useQuery({
    queryKey: keys.milestones(ticketId),
    queryFn: ({ signal }) =>
      api.get<MilestoneList>(`${ticketPath(ticketId)}/milestones`, { signal }),
  });
}

/** Who did what when, the newest first, page by page. */
export function useHistory(ticketId: string) {
  return usePages<Page<HistoryItem>>(
    keys.history(ticketId),
    `${ticketPath(ticketId)}/history?limit=50`,
  );
}

/** The customer's rating, for the two sides of a request. */
export function useFeedback(ticketId: string, enabled = true) {
  return useQuery({
    queryKey: keys.feedback(ticketId),
    queryFn: ({ signal }) => api.get<Feedback>(`${ticketPath(ticketId)}/feedback`, { signal }),
    enabled,
  });
}

export function ticketPath(ticketId: string): string {
  return `/api/tickets/${encodeURIComponent(ticketId)}`;
}

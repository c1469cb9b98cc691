import { useQuery } from '@tanstack/react-query';
import type { Feedback } from '#domain/feedback.ts';
import type { HistoryItem } from '#domain/history.ts';
import type { Milestone } from '#domain/milestone.ts';
import type { Ticket } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

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

export function useHistory(ticketId: string) {
  return useQuery({
    queryKey: keys.history(ticketId),
    queryFn: ({ signal }) => allHistory(ticketId, signal),
  });
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

/** The API begins with the oldest; the screen with the newest, so it needs every page. */
async function allHistory(ticketId: string, signal: AbortSignal): Promise<HistoryItem[]> {
  const items: HistoryItem[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
    const page: { items: HistoryItem[]; next_cursor: string | null } = await api.get(
      `${ticketPath(ticketId)}/history?${query}`,
      { signal },
    );
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return items;
}

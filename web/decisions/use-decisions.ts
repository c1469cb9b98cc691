import { useQuery } from '@tanstack/react-query';
import type { Decision } from '#domain/decision.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';

/** What moderators decided about a request, newest first. */
export function useDecisions(ticketId: string, enabled = true) {
  return useQuery({
    queryKey: keys.decisions(ticketId),
    queryFn: async ({ signal }) => {
      const address = `/api/tickets/${encodeURIComponent(ticketId)}/decisions`;
      const { items } = await api.get<{ items: Decision[] }>(address, { signal });
      return items;
    },
    enabled,
  });
}

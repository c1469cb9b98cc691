import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';

/** The decisions about a request, newest first. */
export function useDecisions(ticketId: string, enabled = true) {
  return useQuery({
    queryKey: keys.decisions(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/decisions', { path: { id: ticketId }, signal }),
    select: ({ items }) => items,
    enabled,
  });
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';

/** The conversations of a request that the viewer can read. */
export function usePairings(ticketId: string, enabled = true) {
  return useQuery({
    queryKey: keys.pairings(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/pairings', { path: { id: ticketId }, signal }),
    enabled,
  });
}

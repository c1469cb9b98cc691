import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';

/** With whom a request was in which conversation, as far as the viewer reads them. */
export function usePairings(ticketId: string, enabled = true) {
  return useQuery({
    queryKey: keys.pairings(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/pairings', { path: { id: ticketId }, signal }),
    enabled,
  });
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { isStillTheirs } from './still-theirs.ts';

/** The conversations of a request that the viewer can read. */
export function usePairings(ticketId: string, enabled = true) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: keys.pairings(ticketId),
    queryFn: async ({ signal }) => {
      const read = queryClient.getQueryData<Pairings>(keys.pairings(ticketId));
      if (read && !(await isStillTheirs(queryClient, ticketId))) return read;
      return readPairings(ticketId, signal);
    },
    enabled,
  });
}

function readPairings(ticketId: string, signal: AbortSignal) {
  return api.get('/api/tickets/{id}/pairings', { path: { id: ticketId }, signal });
}
type Pairings = Awaited<ReturnType<typeof readPairings>>;

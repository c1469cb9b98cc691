import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';

/** Who has a case, and colleagues' decisions: live, and without reading anything private. */
export function useCase(ticketId: string | undefined) {
  return useQuery({
    queryKey: keys.case(ticketId ?? ''),
    queryFn: ({ signal }) =>
      api.get('/api/moderation/tickets/{id}/case', { path: { id: ticketId ?? '' }, signal }),
    enabled: ticketId !== undefined,
  });
}

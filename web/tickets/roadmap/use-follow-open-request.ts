import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '#domain/ticket.ts';
import { keys } from '../../api/keys.ts';

/**
 * Keeps an open request up to date for those who may grab it. The live stream tells them only that
 * the list of open requests changed, not which of them: this query goes out of date with the lists,
 * and takes the request along.
 */
export function useFollowOpenRequest(ticket: Ticket): void {
  const queryClient = useQueryClient();
  useQuery({
    queryKey: keys.openTicket(ticket.id),
    queryFn: async () => {
      await queryClient.invalidateQueries({ queryKey: keys.ticket(ticket.id) });
      return null;
    },
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: ticket.relation === 'candidate',
  });
}

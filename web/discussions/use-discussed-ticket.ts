import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { isNoLongerMine } from '../tickets/no-longer-yours.tsx';
import { alertError } from '../ui/toasts.tsx';
import { usePairings } from './use-pairings.ts';

/**
 * The request of a thread. It may stand on a later page of the list, hence it is asked for by its
 * id; one that is not there, or has no discussion, leads back to /discussions.
 */
export function useDiscussedTicket(ticketId: string, listed: Ticket | undefined) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: keys.ticket(ticketId),
    queryFn: ({ signal }) => api.get('/api/tickets/{id}', { path: { id: ticketId }, signal }),
    ...(listed && { placeholderData: listed }),
    // What another screen has kept may be older than the reservation that led here.
    refetchOnMount: 'always',
  });
  const { data, error, isFetching } = query;
  const looksOn = data !== undefined && !hasDiscussion(data);
  // An open request may be one that the viewer has had before.
  const before = usePairings(ticketId, looksOn);
  const lost = [error, before.error].some(isNoLongerMine);
  const gone = !isFetching && !lost && (isMissing(error) || (looksOn && !before.isPending));

  useEffect(() => {
    if (!gone) return;
    alertError('Request not found');
    void queryClient.invalidateQueries({ queryKey: keys.tickets() });
    void navigate(paths.discussions(), { replace: true });
  }, [gone, navigate, queryClient]);

  return {
    ticket: data && hasDiscussion(data) ? data : undefined,
    error: gone ? null : error,
    lost,
    refetch: () => void query.refetch(),
  };
}

/** An address that holds no id at all is answered with 400. */
function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** Someone who only looks at an open request has nobody to talk to yet. */
function hasDiscussion({ relation }: Ticket): boolean {
  return relation === 'customer' || relation === 'developer';
}

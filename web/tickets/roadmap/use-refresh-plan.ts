import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../../api/keys.ts';

/** Fetches anew all that an act on a request may have changed, without waiting for the live stream. */
export async function refreshPlan(queryClient: QueryClient, ticketId: string): Promise<void> {
  const stale = [
    keys.ticket(ticketId),
    keys.milestones(ticketId),
    keys.ticketMoney(ticketId),
    keys.history(ticketId),
    keys.feedback(ticketId),
    keys.messages(ticketId),
    keys.tickets(),
  ];
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function useRefreshPlan(ticketId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => refreshPlan(queryClient, ticketId), [queryClient, ticketId]);
}

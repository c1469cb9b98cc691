import type { QueryClient } from '@tanstack/react-query';
import type { Ticket } from '#domain/ticket.ts';
import { keys } from '../api/query-keys.ts';

/**
 * Whether a request that the viewer had is still theirs, by the request itself, which a change makes out
 * of date at the same time. Whoever has abandoned it, as in another tab, keeps what was read of its
 * conversation and does not ask for what is refused to them.
 */
export async function isStillTheirs(queryClient: QueryClient, ticketId: string): Promise<boolean> {
  const queryKey = keys.ticket(ticketId);
  // All that the change made out of date is asked for before this goes on.
  await Promise.resolve();
  await queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => undefined);
  return queryClient.getQueryData<Ticket>(queryKey)?.relation !== 'candidate';
}

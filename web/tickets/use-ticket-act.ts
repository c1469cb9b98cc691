import { useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '#domain/ticket.ts';
import { errorText } from '../api/api-error.ts';
import { invalidateTicket } from '../api/invalidate.ts';
import { keepTicket } from '../api/steps.ts';
import { alertFailure } from '../ui/alert-failure.tsx';

/**
 * Does something to a request, or says what failed and why; resolves to whether it was done. Shows
 * the request as it was answered. All of it is read again where nothing was answered, and after a
 * refusal, which means that what was shown was out of date.
 */
export function useTicketAct() {
  const queryClient = useQueryClient();
  return async (
    ticketId: string,
    act: () => Promise<Ticket | null | undefined>,
    failure: string,
  ) => {
    try {
      const ticket = await act();
      void (ticket ? keepTicket(queryClient, ticket) : invalidateTicket(queryClient, ticketId));
      return true;
    } catch (cause) {
      alertFailure(failure, errorText(cause));
      void invalidateTicket(queryClient, ticketId);
      return false;
    }
  };
}

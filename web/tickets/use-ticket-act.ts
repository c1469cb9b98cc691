import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../api/api-error.ts';
import { keys } from '../api/keys.ts';
import { alertFailure } from '../ui/alert-failure.tsx';

/**
 * Does something to a request, or says what failed and why; resolves to whether it was done.
 * The lists are read anew either way: a refusal means that they were out of date.
 */
export function useTicketAct() {
  const queryClient = useQueryClient();
  return async (ticketId: string, act: () => Promise<unknown>, failure: string) => {
    try {
      await act();
      return true;
    } catch (cause) {
      alertFailure(failure, errorText(cause));
      return false;
    } finally {
      for (const queryKey of [keys.tickets(), keys.ticket(ticketId), keys.history(ticketId)]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    }
  };
}

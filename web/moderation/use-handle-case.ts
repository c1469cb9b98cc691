import { useQueryClient } from '@tanstack/react-query';
import type { Case } from '#domain/desk.ts';
import { errorText } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { alertError } from '../ui/toasts.tsx';

/** Takes a case, or lets it go; what is refused is said, and shown as it is now. */
export function useHandleCase(ticketId: string) {
  const queryClient = useQueryClient();
  return async (act: 'take' | 'let-go', body: { instead_of?: string }): Promise<void> => {
    const queryKey = keys.case(ticketId);
    try {
      const options = { path: { id: ticketId }, body };
      const now = await call<Case>('POST', `/api/moderation/tickets/{id}/${act}`, options);
      queryClient.setQueryData(queryKey, now);
    } catch (cause) {
      alertError(errorText(cause));
      void queryClient.invalidateQueries({ queryKey });
    }
    void queryClient.invalidateQueries({ queryKey: keys.moderation() });
  };
}

import { useQueryClient } from '@tanstack/react-query';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import type { Said } from '../files/shield/send-asking.ts';

/** What the form sends; only an edit removes files. */
export interface RequestChanges extends TicketInput, Said {
  removed_files?: string[];
}

/** Stores a new request, or the changes of the one given. */
export function useSaveRequest(ticket?: Ticket) {
  const queryClient = useQueryClient();
  // So that a lost answer does not make two requests.
  const sending = useIdempotencyKey();

  return async (input: RequestChanges): Promise<Ticket> => {
    const saved = ticket
      ? await api.patch('/api/tickets/{id}', { path: { id: ticket.id }, body: input })
      : await api.post('/api/tickets', { body: input, idempotencyKey: sending.keyFor(input) });
    sending.done();
    for (const queryKey of [keys.tickets(), keys.ticket(saved.id), keys.history(saved.id)]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    return saved;
  };
}

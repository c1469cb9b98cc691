import { useQueryClient } from '@tanstack/react-query';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { step } from '../api/own-steps.ts';
import { keepTicket } from '../api/steps.ts';
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

  return async (body: RequestChanges): Promise<Ticket> => {
    const saved = await step(
      (idempotencyKey) =>
        ticket
          ? api.patch('/api/tickets/{id}', { path: { id: ticket.id }, body, idempotencyKey })
          : api.post('/api/tickets', { body, idempotencyKey }),
      sending.keyFor(body),
    );
    sending.done();
    void keepTicket(queryClient, saved);
    void queryClient.invalidateQueries({ queryKey: keys.tickets() });
    return saved;
  };
}

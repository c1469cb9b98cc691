import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { api, idempotencyKey } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import type { Said } from '../files/shield/send-asking.ts';

/** What the form sends; only an edit removes files. */
export interface RequestChanges extends TicketInput, Said {
  removed_files?: string[];
}

/** Stores a new request, or the changes of the one given. */
export function useSaveRequest(ticket?: Ticket) {
  const queryClient = useQueryClient();
  const attempt = useRef<{ body: string; key: string } | null>(null);

  /** One key for all tries of the same words, so that a lost answer does not make two requests. */
  function keyFor(input: RequestChanges): string {
    const body = JSON.stringify(input);
    if (attempt.current?.body !== body) attempt.current = { body, key: idempotencyKey() };
    return attempt.current.key;
  }

  return async (input: RequestChanges): Promise<Ticket> => {
    const saved = ticket
      ? await api.patch<Ticket>(`/api/tickets/${ticket.id}`, input)
      : await api.post<Ticket>('/api/tickets', input, { idempotencyKey: keyFor(input) });
    attempt.current = null;
    for (const queryKey of [keys.tickets(), keys.ticket(saved.id), keys.history(saved.id)]) {
      void queryClient.invalidateQueries({ queryKey });
    }
    return saved;
  };
}

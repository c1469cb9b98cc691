import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Action, acts } from '#domain/acts.ts';
import { api, type Body } from '../../api/client.ts';
import { invalidateTicket } from '../../api/invalidate.ts';
import { step } from '../../api/own-steps.ts';
import { keys } from '../../api/query-keys.ts';
import { deleteByStep, postStep } from '../../api/steps.ts';
import { announce } from '../../ui/toasts.tsx';
import { usePlan } from '../roadmap/plan-context.ts';

/** The quotes of a request: all for its customer, one's own for an unblocker. */
export function useQuotes(ticketId: string) {
  return useQuery({
    queryKey: keys.quotes(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/quotes', { path: { id: ticketId }, signal }),
  });
}

/** Unblockers who worked for this customer before. */
export function useHelpers(ticketId: string) {
  return useQuery({
    queryKey: keys.helpers(ticketId),
    queryFn: ({ signal }) =>
      api.get('/api/tickets/{id}/helpers', { path: { id: ticketId }, signal }),
  });
}

/** The calls about quotes. Each shows the new state, also after a failure that it caused. */
export function useQuoteActs() {
  const queryClient = useQueryClient();
  const { ticket, acting } = usePlan();

  function act<Result>(action: Action, call: () => Promise<Result>): Promise<Result> {
    return acting.while(async () => {
      try {
        const result = await call();
        const { done } = acts[action];
        if (done) announce(done);
        return result;
      } finally {
        await invalidateTicket(queryClient, ticket.id);
      }
    });
  }

  return {
    send: (body: Body<'POST', '/api/tickets/{id}/quotes'>) =>
      act('quote', () => postStep('/api/tickets/{id}/quotes', { path: { id: ticket.id }, body })),
    edit: (id: string, body: Body<'PATCH', '/api/quotes/{id}'>) =>
      act('edit-quote', () =>
        step((idempotencyKey) =>
          api.patch('/api/quotes/{id}', { path: { id }, body, idempotencyKey }),
        ),
      ),
    withdraw: (id: string) =>
      act('withdraw-quote', () => deleteByStep('/api/quotes/{id}', { path: { id } })),
    ask: (id: string, body: Body<'POST', '/api/quotes/{id}/messages'>) =>
      act('ask-about-quote', () => postStep('/api/quotes/{id}/messages', { path: { id }, body })),
    choose: (id: string, body: Body<'POST', '/api/quotes/{id}/choose'>) =>
      act('choose-quote', () => postStep('/api/quotes/{id}/choose', { path: { id }, body })),
    invite: (developer_id: string) =>
      act('invite', () =>
        postStep('/api/tickets/{id}/invite', { path: { id: ticket.id }, body: { developer_id } }),
      ),
  };
}

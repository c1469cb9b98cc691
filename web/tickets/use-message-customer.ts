import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#domain/paths.ts';
import { postStep } from '../api/steps.ts';
import { useTicketAct } from './use-ticket-act.ts';

/** Source: specification 9, "Delays". */
const DELAY_MS = 50;

/** Reserves a request for its developer and opens the discussion with the customer. */
export function useMessageCustomer() {
  const attempt = useTicketAct();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const messageCustomer = async (ticketId: string): Promise<void> => {
    setPending(true);
    const done = await attempt(
      ticketId,
      () => postStep('/api/tickets/{id}/reserve', { path: { id: ticketId } }),
      'Failed to update ticket status. Please try again.',
    );
    setPending(false);
    if (done) setTimeout(() => navigate(paths.discussion(ticketId)), DELAY_MS);
  };
  return { messageCustomer, pending };
}

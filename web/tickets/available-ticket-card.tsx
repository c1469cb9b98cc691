import { memo } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { PermittedButton } from '../ui/permitted-button.tsx';
import { TicketCard } from './ticket-card.tsx';
import { useGrabRequest } from './use-grab-request.ts';
import { useMessageCustomer } from './use-message-customer.ts';

/** A request that a developer may take. */
export const AvailableTicketCard = memo(function AvailableTicketCard({ ticket }: CardProps) {
  const grabRequest = useGrabRequest();
  const { messageCustomer, pending } = useMessageCustomer();
  const { actions, budget, stack } = ticket;
  const details = (
    <p
      className="min-w-0 truncate text-2xs max-sm:basis-full text-ink-soft"
      title={[budget, stack].filter(Boolean).join(' · ')}
    >
      <span className="font-medium text-ink">{budget}</span>
      {stack && <> · {stack}</>}
    </p>
  );
  return (
    <TicketCard ticket={ticket} side="developer" details={details}>
      <PermittedButton
        permission={actions.reserve}
        size="sm"
        pending={pending}
        onClick={() => void messageCustomer(ticket.id)}
      >
        Message Customer
      </PermittedButton>
      <PermittedButton
        permission={actions.grab}
        size="sm"
        variant="primary"
        onClick={() => void grabRequest(ticket.id)}
      >
        Grab Request
      </PermittedButton>
    </TicketCard>
  );
});

interface CardProps {
  ticket: Ticket;
}

import { memo } from 'react';
import type { Ticket } from '#domain/ticket.ts';
import { ActButton } from './act-button.tsx';
import { TicketCard } from './ticket-card.tsx';

/** A request that a developer may take. */
export const AvailableTicketCard = memo(function AvailableTicketCard({ ticket }: CardProps) {
  const { budget, stack } = ticket;
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
      <ActButton action="reserve" record={ticket} size="sm" />
      <ActButton action="grab" record={ticket} size="sm" tells />
    </TicketCard>
  );
});

interface CardProps {
  ticket: Ticket;
}

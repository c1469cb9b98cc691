import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import { ticketStatuses } from '#domain/ticket-status.ts';
import { ticketTurn } from '#domain/turn.ts';
import { Button } from '../ui/button.tsx';
import { TicketCard } from './ticket-card.tsx';

/** A request on its developer's dashboard. */
export const DeveloperTicketCard = memo(function DeveloperTicketCard({ ticket }: CardProps) {
  const myTurn = ticketTurn(ticket).whose === 'mine';
  return (
    <TicketCard ticket={ticket} side="developer">
      <Button asChild size="sm" variant={myTurn ? 'primary' : 'secondary'}>
        <Link to={paths.plan('developer', ticket.id)}>
          {ticketStatuses[ticket.status].opens_plan ?? 'View Plan'}
        </Link>
      </Button>
    </TicketCard>
  );
});

interface CardProps {
  ticket: Ticket;
}

import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '#domain/paths.ts';
import type { Ticket } from '#domain/ticket.ts';
import type { TicketStatus } from '#domain/ticket-status.ts';
import { ticketTurn } from '#domain/turn.ts';
import { Button } from '../ui/button.tsx';
import { TicketCard } from './ticket-card.tsx';

/** A request on its developer's dashboard. */
export const DeveloperTicketCard = memo(function DeveloperTicketCard({ ticket }: CardProps) {
  const myTurn = ticketTurn(ticket).whose === 'mine';
  return (
    <TicketCard ticket={ticket} side="developer">
      <Button asChild size="sm" variant={myTurn ? 'primary' : 'secondary'}>
        <Link to={paths.plan('developer', ticket.id)}>{planWords[ticket.status]}</Link>
      </Button>
    </TicketCard>
  );
});

interface CardProps {
  ticket: Ticket;
}

/** Source: specification 2.8. */
const planWords: Record<TicketStatus, string> = {
  AWAITING_ASSIGNMENT: 'View Details',
  DEVELOPER_PLANNING: 'Create Plan',
  CUSTOMER_REVIEWING_PLAN: 'View Plan',
  DEVELOPER_WORKING: 'View Plan',
  CUSTOMER_REVIEWING_RESULTS: 'View Plan',
  CUSTOMER_REJECTED: 'View Plan',
  CUSTOMER_APPROVED: 'View Plan',
  REQUIRES_MOD_ASSISTANCE: 'View Plan',
};

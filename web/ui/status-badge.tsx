import { type TicketStatus, ticketStatuses } from '#domain/ticket-status.ts';
import { Badge, type Tone } from './badge.tsx';

interface StatusBadgeProps {
  status: TicketStatus;
  /** The viewer's turn, where it is known. */
  tone?: Tone | undefined;
}

export function StatusBadge({ status, tone }: StatusBadgeProps) {
  return <Badge tone={tone ?? ticketStatuses[status].tone}>{ticketStatuses[status].label}</Badge>;
}

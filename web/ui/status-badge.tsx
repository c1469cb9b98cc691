import { type TicketStatus, ticketStatuses } from '#domain/ticket-status.ts';
import { Badge, type Tone } from './badge.tsx';

interface StatusBadgeProps {
  status: TicketStatus;
  /** Whose turn it is for this viewer, where the screen knows it. */
  tone?: Tone | undefined;
}

export function StatusBadge({ status, tone }: StatusBadgeProps) {
  return <Badge tone={tone ?? ticketStatuses[status].tone}>{ticketStatuses[status].label}</Badge>;
}

import { type TicketStatus, ticketStatusLabels } from '#domain/ticket-status.ts';
import { Badge, type Tone } from './badge.tsx';

interface StatusBadgeProps {
  status: TicketStatus;
  /** Whose turn it is for this viewer, where the screen knows it. */
  tone?: Tone | undefined;
}

export function StatusBadge({ status, tone }: StatusBadgeProps) {
  return <Badge tone={tone ?? tones[status]}>{ticketStatusLabels[status]}</Badge>;
}

const tones: Record<TicketStatus, Tone> = {
  AWAITING_ASSIGNMENT: 'wait',
  DEVELOPER_PLANNING: 'wait',
  CUSTOMER_REVIEWING_PLAN: 'wait',
  DEVELOPER_WORKING: 'wait',
  CUSTOMER_REVIEWING_RESULTS: 'wait',
  CUSTOMER_REJECTED: 'harm',
  CUSTOMER_APPROVED: 'go',
  REQUIRES_MOD_ASSISTANCE: 'harm',
};

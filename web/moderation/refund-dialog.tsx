import type { Milestone } from '#domain/milestone.ts';
import { formatCents } from '#domain/money.ts';
import { ReasonForm } from './reason-form.tsx';

interface RefundDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Gives money back to the customer although it was released. */
export function RefundDialog({ milestone, onClose }: RefundDialogProps) {
  return (
    <ReasonForm
      title="Refund Released Money"
      description={`“${milestone.title}” cost ${formatCents(milestone.cost_cents)}, and it was released. What goes back can be at most what the customer paid. This cannot be undone.`}
      act="Refund"
      danger
      amount={{
        label: 'Refunded',
        problem: (refunded) => (refunded > 0 ? null : 'Please give an amount such as 12.50'),
        body: (refunded_cents) => ({ milestone_id: milestone.id, refunded_cents }),
      }}
      borneBy="asked"
      address="/api/moderation/tickets/{id}/refund"
      id={milestone.ticket_id}
      done="The money goes back, and both sides were told why."
      onClose={onClose}
    />
  );
}

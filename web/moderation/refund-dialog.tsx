import type { Milestone } from '#domain/milestone.ts';
import { paymentWords } from '#domain/record-money.ts';
import { reasonDialogOf } from './reason-dialog-of.ts';
import { ReasonForm } from './reason-form.tsx';

interface RefundDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Refunds released money to the customer. */
export function RefundDialog({ milestone, onClose }: RefundDialogProps) {
  return (
    <ReasonForm
      {...reasonDialogOf('refund', milestone.ticket_id)}
      milestoneId={milestone.id}
      description={`The money of “${milestone.title}”: ${paymentWords(milestone)}. What goes back can be at most what the customer paid. This cannot be undone.`}
      previewed={{ ticketId: milestone.ticket_id, action: 'refund' }}
      amount={{
        label: 'Refunded',
        problem: (refunded) => (refunded > 0 ? null : 'Please give an amount such as 12.50'),
        body: (refunded_cents) => ({ milestone_id: milestone.id, refunded_cents }),
      }}
      borneBy="asked"
      onClose={onClose}
    />
  );
}

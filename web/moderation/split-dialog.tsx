import type { Milestone } from '#domain/milestone.ts';
import { formatCents } from '#domain/money.ts';
import { dollarsOf } from '../ui/dollars.ts';
import { reasonDialogOf } from './reason-dialog-of.ts';
import { ReasonForm } from './reason-form.tsx';

interface SplitDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Splits what is held for a milestone. One amount is entered, the other is the rest. */
export function SplitDialog({ milestone, onClose }: SplitDialogProps) {
  const held = milestone.cost_cents;
  return (
    <ReasonForm
      {...reasonDialogOf('split', milestone.ticket_id)}
      milestoneId={milestone.id}
      description={`${formatCents(held)} is held for “${milestone.title}”. The unblocker gets their share of what is released, the customer what is left. This cannot be undone.`}
      previewed={{ ticketId: milestone.ticket_id, action: 'split' }}
      amount={{
        label: 'Released',
        start: dollarsOf(held),
        problem: (released) => problemWith(released, held),
        body: (released_cents) => ({
          milestone_id: milestone.id,
          released_cents,
          refunded_cents: held - released_cents,
        }),
      }}
      onClose={onClose}
    />
  );
}

function problemWith(released: number, held: number): string | null {
  if (released === 0)
    return 'Please release something; to refund all of it, close the request for the customer';
  return released <= held ? null : `At most ${formatCents(held)} can be released`;
}

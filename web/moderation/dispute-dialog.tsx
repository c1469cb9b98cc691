import type { ModeratedDispute } from '#domain/moderation.ts';
import { formatCents } from '#domain/money.ts';
import { ReasonForm } from './reason-form.tsx';

interface DisputeDialogProps {
  dispute: ModeratedDispute;
  onClose: () => void;
}

/** Says who bears a payment that the bank took back after it had been released. */
export function DisputeDialog({ dispute, onClose }: DisputeDialogProps) {
  return (
    <ReasonForm
      title="Decide Who Bears It"
      description={`The bank took ${formatCents(dispute.amount_cents)} back after it had been released. Until this is decided the unblocker’s share stays frozen. This cannot be undone.`}
      act="Decide"
      borneBy="asked"
      {...(dispute.ticket === null && { hint: 'It stands in the audit log.' })}
      address="/api/moderation/disputes/{id}/decide"
      id={dispute.id}
      ticketId={dispute.ticket?.id}
      {...(dispute.ticket && {
        previewed: {
          ticketId: dispute.ticket.id,
          action: 'decide-dispute' as const,
          dispute_id: dispute.id,
        },
      })}
      done="It is decided who bears the dispute."
      onClose={onClose}
    />
  );
}

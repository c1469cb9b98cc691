import type { ModeratedRequest } from '#domain/moderation.ts';
import { FINAL_STATUSES } from '#domain/ticket-status.ts';
import { reasonDialogOf } from './reason-dialog-of.ts';
import { ReasonForm } from './reason-form.tsx';

interface MoneyBackDialogProps {
  request: ModeratedRequest;
  onClose: () => void;
}

/** Gives the customer back all that they have paid for a request. */
export function MoneyBackDialog({ request, onClose }: MoneyBackDialogProps) {
  return (
    <ReasonForm
      {...reasonDialogOf('money-back', request.id)}
      description={whatFollows(request)}
      previewed={{ ticketId: request.id, action: 'money-back' }}
      borneBy={request.money_back.released_cents > 0 ? 'asked' : 'platform'}
      onClose={onClose}
    />
  );
}

function whatFollows({ status }: ModeratedRequest) {
  const ends = FINAL_STATUSES.some((final) => final === status) ? '' : 'The request ends. ';
  return `${ends}The customer gets back all that they have paid, held or released. This cannot be undone.`;
}

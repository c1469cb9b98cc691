import type { ModeratedRequest } from '#domain/moderation.ts';
import { formatCents } from '#domain/money.ts';
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
      borneBy={request.money_back.released_cents > 0 ? 'asked' : 'platform'}
      onClose={onClose}
    />
  );
}

function whatFollows({ status, money_back: { held_cents, released_cents } }: ModeratedRequest) {
  const parts = [
    held_cents > 0 && `${formatCents(held_cents)} that is held`,
    released_cents > 0 && `${formatCents(released_cents)} that was released`,
  ].filter(Boolean);
  const ends = FINAL_STATUSES.some((final) => final === status) ? '' : 'The request ends. ';
  return `${ends}The customer gets back all that they have paid: ${parts.join(' and ')}. This cannot be undone.`;
}

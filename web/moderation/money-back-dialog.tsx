import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { type ModeratedRequest, moneyBackInputSchema } from '#domain/moderation.ts';
import { formatCents } from '#domain/money.ts';
import { FINAL_STATUSES } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { announce } from '../ui/toasts.tsx';
import { BorneByField } from './borne-by-field.tsx';
import { ReasonField } from './reason-field.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface MoneyBackDialogProps {
  request: ModeratedRequest;
  onClose: () => void;
}

/** Gives the customer back all that they have paid for a request. */
export function MoneyBackDialog({ request, onClose }: MoneyBackDialogProps) {
  const formId = useId();
  const act = useModerationAct();
  const sending = useIdempotencyKey();
  const { held_cents, released_cents } = request.money_back;
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(moneyBackInputSchema),
    // What is only held is borne by nobody.
    defaultValues: { reason: '', borne_by: released_cents > 0 ? ('' as 'platform') : 'platform' },
  });
  const { errors, isSubmitting } = formState;

  const giveBack = handleSubmit(async (form) => {
    const address = `/api/moderation/tickets/${encodeURIComponent(request.id)}/money-back`;
    try {
      await act(() => api.post(address, form, { idempotencyKey: sending.keyFor(form) }));
      announce('All money goes back, and both sides were told why.');
      onClose();
    } catch (cause) {
      showProblems(cause, ['reason', 'borne_by'], setError);
    }
  });

  return (
    <ActDialog
      title="Give All Money Back"
      description={whatFollows(request)}
      act="Give All Money Back"
      danger
      formId={formId}
      pending={isSubmitting}
      onClose={onClose}
    >
      <form id={formId} onSubmit={giveBack} noValidate className="flex flex-col gap-4">
        {released_cents > 0 && (
          <BorneByField
            error={errors.borne_by?.message}
            disabled={isSubmitting}
            {...register('borne_by')}
          />
        )}
        <ReasonField
          error={errors.reason?.message}
          readOnly={isSubmitting}
          {...register('reason')}
        />
        <ErrorBox text={errors.root?.message} />
      </form>
    </ActDialog>
  );

  function whatFollows({ status }: ModeratedRequest): string {
    const parts = [
      held_cents > 0 && `${formatCents(held_cents)} that is held`,
      released_cents > 0 && `${formatCents(released_cents)} that was released`,
    ].filter(Boolean);
    const ends = FINAL_STATUSES.some((final) => final === status) ? '' : 'The request ends. ';
    return `${ends}The customer gets back all that they have paid: ${parts.join(' and ')}. This cannot be undone.`;
  }
}

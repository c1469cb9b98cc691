import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { disputeDecisionSchema, type ModeratedDispute } from '#domain/moderation.ts';
import { formatCents } from '#domain/money.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { announce } from '../ui/toasts.tsx';
import { BorneByField } from './borne-by-field.tsx';
import { ReasonField } from './reason-field.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface DisputeDialogProps {
  dispute: ModeratedDispute;
  onClose: () => void;
}

/** Says who bears a payment that the bank took back after it had been released. */
export function DisputeDialog({ dispute, onClose }: DisputeDialogProps) {
  const formId = useId();
  const act = useModerationAct();
  const sending = useIdempotencyKey();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(disputeDecisionSchema),
    defaultValues: { reason: '', borne_by: '' as 'platform' },
  });
  const { errors, isSubmitting } = formState;

  const decide = handleSubmit(async (form) => {
    const address = `/api/moderation/disputes/${encodeURIComponent(dispute.id)}/decide`;
    try {
      await act(() => api.post(address, form, { idempotencyKey: sending.keyFor(form) }));
      announce('It is decided who bears the dispute.');
      onClose();
    } catch (cause) {
      showProblems(cause, ['reason', 'borne_by'], setError);
    }
  });

  return (
    <ActDialog
      title="Decide Who Bears It"
      description={`The bank took ${formatCents(dispute.amount_cents)} back after it had been released. Until this is decided the unblocker’s share stays frozen. This cannot be undone.`}
      act="Decide"
      formId={formId}
      pending={isSubmitting}
      onClose={onClose}
    >
      <form id={formId} onSubmit={decide} noValidate className="flex flex-col gap-4">
        <BorneByField
          error={errors.borne_by?.message}
          disabled={isSubmitting}
          {...register('borne_by')}
        />
        <ReasonField
          {...(dispute.ticket === null && { hint: 'It stands in the audit log.' })}
          error={errors.reason?.message}
          readOnly={isSubmitting}
          {...register('reason')}
        />
        <ErrorBox text={errors.root?.message} />
      </form>
    </ActDialog>
  );
}

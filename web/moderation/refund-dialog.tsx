import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { reasonSchema } from '#domain/decision.ts';
import type { Milestone } from '#domain/milestone.ts';
import { formatCents } from '#domain/money.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { centsOf } from '../ui/dollars.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { BorneByField } from './borne-by-field.tsx';
import { ReasonField, reasonProblem } from './reason-field.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface RefundDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Gives money back to the customer although it was released. */
export function RefundDialog({ milestone, onClose }: RefundDialogProps) {
  const formId = useId();
  const form = useForm({ defaultValues: { refunded: '', borne_by: '', reason: '' } });
  const act = useModerationAct(form, onClose);
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;

  const refund = handleSubmit((typed) =>
    act({
      address: `/api/moderation/tickets/${encodeURIComponent(milestone.ticket_id)}/refund`,
      body: {
        ...reasonSchema.parse(typed),
        milestone_id: milestone.id,
        borne_by: typed.borne_by,
        refunded_cents: centsOf(typed.refunded) ?? 0,
      },
      done: 'The money goes back, and both sides were told why.',
    }),
  );

  return (
    <ActDialog
      title="Refund Released Money"
      description={`“${milestone.title}” cost ${formatCents(milestone.cost_cents)}, and it was released. What goes back can be at most what the customer paid. This cannot be undone.`}
      act="Refund"
      danger
      formId={formId}
      pending={isSubmitting}
      onClose={onClose}
    >
      <form id={formId} onSubmit={refund} noValidate className="flex flex-col gap-4">
        <Field label="Refunded" hint="US dollars" error={errors.refunded?.message}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            readOnly={isSubmitting}
            {...register('refunded', {
              validate: (typed) => Boolean(centsOf(typed)) || 'Please give an amount such as 12.50',
            })}
          />
        </Field>
        <BorneByField
          error={errors.borne_by?.message}
          disabled={isSubmitting}
          {...register('borne_by', { required: 'Please say who bears it' })}
        />
        <ReasonField
          error={errors.reason?.message}
          readOnly={isSubmitting}
          {...register('reason', { validate: reasonProblem })}
        />
        <ErrorBox text={errors.root?.message} />
      </form>
    </ActDialog>
  );
}

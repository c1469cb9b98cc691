import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { reasonSchema } from '#domain/decision.ts';
import type { Milestone } from '#domain/milestone.ts';
import { formatCents } from '#domain/money.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { centsOf, dollarsOf } from '../ui/dollars.ts';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { ReasonField, reasonProblem } from './reason-field.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface SplitDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** Divides what is held for a milestone. One amount is typed, the other is what is left. */
export function SplitDialog({ milestone, onClose }: SplitDialogProps) {
  const formId = useId();
  const form = useForm({
    defaultValues: { released: dollarsOf(milestone.cost_cents), reason: '' },
  });
  const act = useModerationAct(form, onClose);
  const { register, handleSubmit, watch, formState } = form;
  const { errors, isSubmitting } = formState;
  const held = milestone.cost_cents;
  const released = centsOf(watch('released'));
  const refunded = released === null ? null : held - released;

  const split = handleSubmit((typed) => {
    const released_cents = centsOf(typed.released) ?? 0;
    return act({
      address: `/api/moderation/tickets/${encodeURIComponent(milestone.ticket_id)}/split`,
      body: {
        ...reasonSchema.parse(typed),
        milestone_id: milestone.id,
        released_cents,
        refunded_cents: held - released_cents,
      },
      done: 'The money was divided, and both sides were told why.',
    });
  });

  return (
    <ActDialog
      title="Split Held Money"
      description={`${formatCents(held)} are held for “${milestone.title}”. The unblocker gets their share of what is released, the customer what is left. This cannot be undone.`}
      act="Split"
      danger
      formId={formId}
      pending={isSubmitting}
      onClose={onClose}
    >
      <form id={formId} onSubmit={split} noValidate className="flex flex-col gap-4">
        <Field
          label="Released"
          hint={
            refunded !== null && refunded >= 0 ? `Refunded: ${formatCents(refunded)}` : 'US dollars'
          }
          error={errors.released?.message}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            readOnly={isSubmitting}
            {...register('released', { validate: (typed) => problemWith(typed, held) })}
          />
        </Field>
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

function problemWith(typed: string, held: number): string | true {
  const cents = centsOf(typed);
  if (cents === null) return 'Please give an amount such as 12.50';
  if (cents === 0)
    return 'Please release something; to refund all of it, close the request for the customer';
  return cents <= held || `At most ${formatCents(held)} can be released`;
}

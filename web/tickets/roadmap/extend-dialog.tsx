import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { acts } from '#domain/acts.ts';
import { extendSchema } from '#domain/due-date.ts';
import type { Milestone } from '#domain/milestone.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Input } from '../../ui/input.tsx';
import { useAct } from '../use-act.ts';
import { useFinish } from '../use-finish.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { showFailure } from './step-failures.ts';

interface ExtendDialogProps {
  milestone: Milestone;
  onClose: () => void;
}

/** A later date for a milestone whose deadline was missed. */
export function ExtendDialog({ milestone, onClose }: ExtendDialogProps) {
  const formId = useId();
  const act = useAct();
  const finish = useFinish();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { due_at: '' },
  });
  const { errors, isSubmitting } = formState;
  const { ask, label = '', failed = '' } = acts.extend;

  const submit = handleSubmit(async (fields) => {
    try {
      await act('extend', milestone, fields);
      onClose();
      finish('extend', milestone);
    } catch (cause) {
      showFailure(failed, cause, setError);
    }
  });

  return (
    <PlanDialog
      open
      onOpenChange={onClose}
      title={ask?.title ?? label}
      locked={isSubmitting}
      footer={<FormButtons act={label} formId={formId} pending={isSubmitting} onCancel={onClose} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-sm leading-relaxed text-ink-soft">{ask?.text}</p>
        <Field label="Due Date" hint="It ends with the day in UTC." error={errors.due_at?.message}>
          <Input
            type="date"
            {...register('due_at', {
              validate: (due_at) =>
                extendSchema.safeParse({ due_at }).error?.issues[0]?.message ?? true,
            })}
          />
        </Field>
        <ErrorBox text={errors.root?.message} reason={errors.root?.reason?.message} />
      </form>
    </PlanDialog>
  );
}

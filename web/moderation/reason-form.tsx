import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { reasonSchema } from '#domain/decision.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { BorneByField } from './borne-by-field.tsx';
import { ReasonField, reasonProblem } from './reason-field.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface ReasonFormProps {
  title: string;
  /** What follows from it: the confirmation. */
  description: ReactNode;
  /** Who reads the reason. */
  hint?: ReactNode;
  /** The act's own name, on the button. */
  act: string;
  danger?: boolean;
  /** Where the call says who bears it: they are asked, or nobody has to, which is the platform. */
  borneBy?: 'asked' | 'platform';
  /** The call. */
  address: string;
  /** What is said once it is done. */
  done: string;
  onClose: () => void;
}

/**
 * An act of a moderator that wants a reason: says what follows from it, and asks for why, and
 * who bears money that goes back after it was released.
 */
export function ReasonForm({ address, done, hint, borneBy, onClose, ...frame }: ReasonFormProps) {
  const formId = useId();
  const isAsked = borneBy === 'asked';
  const form = useForm({ defaultValues: { borne_by: isAsked ? '' : 'platform', reason: '' } });
  const act = useModerationAct(form, onClose);
  const { register, handleSubmit, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, isAsked ? 'borne_by' : 'reason');
  const send = handleSubmit((typed) => {
    const body = reasonSchema.parse(typed);
    return act({ address, body: borneBy ? { ...body, borne_by: typed.borne_by } : body, done });
  });

  return (
    <ActDialog {...frame} formId={formId} pending={isSubmitting} onClose={onClose}>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        {isAsked && (
          <BorneByField
            error={errors.borne_by?.message}
            disabled={isSubmitting}
            {...register('borne_by', { required: 'Please say who bears it' })}
          />
        )}
        <ReasonField
          hint={hint}
          error={errors.reason?.message}
          readOnly={isSubmitting}
          {...register('reason', { validate: reasonProblem })}
        />
        <ErrorBox text={errors.root?.message} />
      </form>
    </ActDialog>
  );
}

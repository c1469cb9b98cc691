import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { reasonSchema } from '#domain/decision.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { ReasonField } from './reason-field.tsx';
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
  /** The call. */
  address: string;
  /** What is said once it is done. */
  done: string;
  onClose: () => void;
}

/** An act of a moderator that wants a reason: says what follows from it, and asks for why. */
export function ReasonForm({ address, done, hint, onClose, ...frame }: ReasonFormProps) {
  const formId = useId();
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const act = useModerationAct(form, onClose);
  const { register, handleSubmit, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'reason');
  const send = handleSubmit((body) => act({ address, body, done }));

  return (
    <ActDialog {...frame} formId={formId} pending={isSubmitting} onClose={onClose}>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        <ReasonField
          hint={hint}
          error={errors.reason?.message}
          readOnly={isSubmitting}
          {...register('reason')}
        />
        <ErrorBox text={errors.root?.message} />
      </form>
    </ActDialog>
  );
}

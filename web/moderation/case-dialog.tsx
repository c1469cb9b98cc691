import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { disputeDecisionSchema } from '#domain/moderation.ts';
import { ActDialog } from '../ui/act-dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { BorneByField } from './borne-by-field.tsx';
import { ReasonField } from './reason-field.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface CaseDialogProps {
  title: string;
  /** What follows from it: the confirmation. */
  description: string;
  /** The act's own name, on the button. */
  act: string;
  danger?: boolean;
  /** Whether anybody has to bear it. */
  isBorne: boolean;
  /** Who reads the reason. */
  hint?: ReactNode;
  /** The call. */
  address: string;
  /** What is said once it is done. */
  done: string;
  onClose: () => void;
}

/** A moderator's case about money: why, and who bears what was released already. */
export function CaseDialog({ isBorne, hint, address, done, onClose, ...frame }: CaseDialogProps) {
  const formId = useId();
  const form = useForm({
    resolver: zodResolver(disputeDecisionSchema),
    // What is only held is borne by nobody.
    defaultValues: { reason: '', borne_by: isBorne ? ('' as 'platform') : 'platform' },
  });
  const act = useModerationAct(form, onClose);
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;
  const send = handleSubmit((body) => act({ address, body, done }));

  return (
    <ActDialog {...frame} formId={formId} pending={isSubmitting} onClose={onClose}>
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4">
        {isBorne && (
          <BorneByField
            error={errors.borne_by?.message}
            disabled={isSubmitting}
            {...register('borne_by')}
          />
        )}
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

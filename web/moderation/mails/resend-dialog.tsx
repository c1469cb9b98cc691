import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { type FailedMail, resendMailSchema } from '#domain/failed-mail.ts';
import { api } from '../../api/client.ts';
import { showProblems } from '../../api/form-problems.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { useFirstFocus } from '../../roadmap/use-first-focus.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { announce } from '../../ui/toasts.tsx';
import { useModerationAct } from '../use-moderation-act.ts';

interface ResendDialogProps {
  mail: FailedMail;
  onClose: () => void;
}

export function ResendDialog({ mail, onClose }: ResendDialogProps) {
  const formId = useId();
  const act = useModerationAct();
  const sending = useIdempotencyKey();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(resendMailSchema),
    defaultValues: { reason: '' },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'reason');

  const resend = handleSubmit(async (form) => {
    const address = `/api/moderation/mails/${encodeURIComponent(mail.id)}/resend`;
    try {
      await act(() => api.post(address, form, { idempotencyKey: sending.keyFor(form) }));
      announce(`The mail to ${mail.recipient} is on its way again.`);
      onClose();
    } catch (cause) {
      showProblems(cause, ['reason'], setError);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Send Again"
      locked={isSubmitting}
      description={
        <span className="wrap-anywhere">
          ‘{mail.subject}’ to {mail.recipient}
        </span>
      }
      footer={
        <>
          <Button disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
            Send Again
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={resend} noValidate className="flex flex-col gap-4">
        <Field label="Reason" hint="It stands in the audit log." error={errors.reason?.message}>
          <Textarea readOnly={isSubmitting} {...register('reason')} />
        </Field>
        <ErrorBox text={errors.root?.message} />
      </form>
    </Dialog>
  );
}

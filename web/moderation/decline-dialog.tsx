import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { declineSchema, type WaitlistEntry } from '#domain/waitlist.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { useFirstFocus } from '../roadmap/use-first-focus.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/textarea.tsx';
import { announce } from '../ui/toasts.tsx';
import { useModerationAct } from './use-moderation-act.ts';

interface DeclineDialogProps {
  entry: WaitlistEntry;
  onClose: () => void;
}

export function DeclineDialog({ entry, onClose }: DeclineDialogProps) {
  const formId = useId();
  const act = useModerationAct();
  const sending = useIdempotencyKey();
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(declineSchema),
    defaultValues: { reason: '' },
  });
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'reason');

  const decline = handleSubmit(async (form) => {
    const address = `/api/moderation/waitlist/${encodeURIComponent(entry.id)}/decline`;
    try {
      await act(() => api.post(address, form, { idempotencyKey: sending.keyFor(form) }));
      announce(`${entry.name} was declined and told why.`);
      onClose();
    } catch (cause) {
      showProblems(cause, ['reason'], setError);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Decline Application"
      locked={isSubmitting}
      footer={
        <>
          <Button disabled={isSubmitting} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" pending={isSubmitting}>
            Decline
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={decline} noValidate className="flex flex-col gap-4">
        <Field
          label="Reason"
          hint={
            <span className="wrap-anywhere">
              {entry.name} reads it in a mail: it is the answer they get.
            </span>
          }
          error={errors.reason?.message}
        >
          <Textarea readOnly={isSubmitting} {...register('reason')} />
        </Field>
        <ErrorBox text={errors.root?.message} />
      </form>
    </Dialog>
  );
}

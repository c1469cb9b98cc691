import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useEffect, useId } from 'react';
import { useForm } from 'react-hook-form';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { showProblems } from '../api/form-problems.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { alertError } from '../ui/toasts.tsx';
import { requestDraft } from './request-draft.ts';
import { RequestFields } from './request-fields.tsx';
import {
  emptyRequest,
  formOf,
  type RequestForm,
  requestFieldNames,
  requestSubmission,
} from './request-form.ts';
import { useSaveRequest } from './use-save-request.ts';

interface RequestFormDialogProps {
  /** The request to edit; without one, the dialog makes a new one. */
  ticket?: Ticket;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called with the stored request after the dialog has closed itself. */
  onSaved?: (ticket: Ticket) => void;
}

/**
 * 'Create a New Request', or 'Edit Request' when given a `ticket`.
 *
 * Controlled: the caller holds `open` and changes it in `onOpenChange`. The dialog saves by itself,
 * marks the lists, the request and its history as out of date, asks to be closed, and hands the stored
 * request to `onSaved`. When saving fails it stays open with all that was typed. A new request that was
 * not submitted is kept as a draft of this person until the dialog opens again.
 *
 *     <RequestFormDialog ticket={ticket} open={editing} onOpenChange={setEditing} />
 */
export function RequestFormDialog({ ticket, open, ...rest }: RequestFormDialogProps) {
  const save = useSaveRequest(ticket);
  return (
    open && <OpenRequestForm initial={initialForm(ticket)} isNew={!ticket} save={save} {...rest} />
  );
}

interface OpenRequestFormProps extends Pick<RequestFormDialogProps, 'onOpenChange' | 'onSaved'> {
  initial: RequestForm;
  isNew: boolean;
  save: (input: TicketInput) => Promise<Ticket>;
}

/** Lives only while the dialog is open, so that it always begins with what is stored. */
function OpenRequestForm({ initial, isNew, save, onOpenChange, onSaved }: OpenRequestFormProps) {
  const formId = useId();
  const { control, register, handleSubmit, setError, setFocus, subscribe, formState } = useForm({
    resolver: zodResolver(requestSubmission),
    defaultValues: initial,
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    // After the dialog has taken the focus and noted where to give it back.
    const frame = requestAnimationFrame(() => setFocus('description'));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  useEffect(() => {
    if (!isNew) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => requestDraft.write(values),
    });
  }, [isNew, subscribe]);

  const submit = handleSubmit(async (input) => {
    try {
      const saved = await save(input);
      if (isNew) requestDraft.clear();
      onOpenChange(false);
      onSaved?.(saved);
    } catch (cause) {
      alertError('Failed to create ticket. Please try again.');
      showProblems(cause, requestFieldNames, setError);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={isNew ? 'Create a New Request' : 'Edit Request'}
      locked={isSubmitting}
      footer={
        <>
          <Button disabled={isSubmitting} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
            {isNew ? 'Submit Request' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        onKeyDown={submitOnModifiedEnter}
        className="flex flex-col gap-4"
      >
        <ErrorBox text={errors.root?.message} />
        <RequestFields
          control={control}
          register={register}
          errors={errors}
          disabled={isSubmitting}
        />
      </form>
    </Dialog>
  );
}

function initialForm(ticket: Ticket | undefined): RequestForm {
  return ticket ? formOf(ticket) : (requestDraft.read() ?? emptyRequest);
}

function submitOnModifiedEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    event.currentTarget.requestSubmit();
}

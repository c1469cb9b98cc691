import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Ticket } from '#domain/ticket.ts';
import { userStorage } from '../api/user-storage.ts';
import type { Uploads } from '../files/use-uploads.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { RequestFields } from './request-fields.tsx';
import { RequestFiles } from './request-files.tsx';
import {
  emptyRequest,
  formOf,
  type RequestForm,
  requestFormSchema,
  requestSubmission,
} from './request-form.ts';
import { useSubmitRequest } from './use-submit-request.ts';

const KEY = 'new-request';

/** The draft of a new request, kept while the dialog is closed. */
const requestDraft = {
  read(): RequestForm | null {
    const kept = userStorage.read(KEY);
    return kept === null ? null : fromText(kept);
  },
  write(form: RequestForm): void {
    const { description, stack, budget } = form;
    if (description || stack || budget) userStorage.write(KEY, JSON.stringify(form));
    else userStorage.remove(KEY);
  },
  clear(): void {
    userStorage.remove(KEY);
  },
};

/** An earlier version may have stored another shape: then it is no draft. */
function fromText(kept: string): RequestForm | null {
  try {
    return requestFormSchema.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}

export interface OpenRequestFormProps {
  /** The request to edit; by default a new one. */
  ticket?: Ticket;
  uploads: Uploads;
  onOpenChange: (open: boolean) => void;
  /** Called with the stored request after the dialog has closed. */
  onSaved?: (ticket: Ticket) => void;
}

/** Mounted only while the dialog is open, so that it starts with what is stored. */
export function OpenRequestForm({ ticket, uploads, onOpenChange, onSaved }: OpenRequestFormProps) {
  const isNew = !ticket;
  const act = isNew ? 'Submit Request' : 'Save Changes';
  const formId = useId();
  const [initial] = useState(() => initialForm(ticket));
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const form = useForm({
    resolver: zodResolver(requestSubmission),
    defaultValues: initial,
  });
  const { control, register, formState } = form;
  const { errors, isSubmitting } = formState;
  useFocusAndDraft(form, isNew);

  const { submit, dialog } = useSubmitRequest({
    ticket,
    form,
    uploads,
    removed,
    act,
    onSaved: (saved) => {
      if (isNew) requestDraft.clear();
      uploads.clear();
      onOpenChange(false);
      onSaved?.(saved);
    },
  });

  function close() {
    // A cancelled edit leaves nothing; a new request stays as a draft.
    if (!isNew) uploads.discard();
    onOpenChange(false);
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title={isNew ? 'Create a New Request' : 'Edit Request'}
      locked={isSubmitting}
      footer={
        <FormButtons
          act={act}
          formId={formId}
          pending={isSubmitting}
          pendingText={uploads.isUploading ? 'Uploading...' : act}
          onCancel={close}
        />
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
        <RequestFiles
          form={form}
          ticket={ticket}
          uploads={uploads}
          removed={removed}
          onRemove={(key) => setRemoved([...removed, key])}
          disabled={isSubmitting}
        />
      </form>
      {dialog}
    </Dialog>
  );
}

type FormMethods = Pick<ReturnType<typeof useForm<RequestForm>>, 'setFocus' | 'subscribe'>;

function useFocusAndDraft({ setFocus, subscribe }: FormMethods, isNew: boolean) {
  useEffect(() => {
    // After the dialog has taken the focus and remembered where to return it.
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
}

function initialForm(ticket: Ticket | undefined): RequestForm {
  return ticket ? formOf(ticket) : (requestDraft.read() ?? emptyRequest);
}

function submitOnModifiedEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
    event.currentTarget.requestSubmit();
}

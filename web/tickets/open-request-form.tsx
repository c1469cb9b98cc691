import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Ticket } from '#domain/ticket.ts';
import { useChangeDraft, useKept } from '../api/use-form-draft.ts';
import { useKeptForm } from '../api/use-kept-form.ts';
import type { FormFiles } from '../files/use-form-files.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { submitOnModifiedEnter } from '../ui/submit-on-modified-enter.ts';
import { useFirstFocus } from '../ui/use-first-focus.ts';
import { along } from './along.ts';
import { AlongField } from './along-field.tsx';
import { SharedProjectSuggestion } from './project-suggestion.tsx';
import { requestDraft } from './request-draft.ts';
import { RequestFields } from './request-fields.tsx';
import { RequestFiles } from './request-files.tsx';
import { emptyRequest, formOf, type RequestForm, requestSubmission } from './request-form.ts';
import { useSubmitRequest } from './use-submit-request.ts';

export interface OpenRequestFormProps {
  /** The request to edit; by default a new one. */
  ticket?: Ticket;
  files: FormFiles;
  onOpenChange: (open: boolean) => void;
  /** Called with the stored request after the dialog has closed. */
  onSaved?: (ticket: Ticket) => void;
}

/** Mounted only while the dialog is open, so that it starts with what is stored. */
export function OpenRequestForm({ ticket, files, onOpenChange, onSaved }: OpenRequestFormProps) {
  const isNew = !ticket;
  const act = isNew ? 'Submit Request' : 'Save Changes';
  const formId = useId();
  const [stored] = useState(() => (ticket ? formOf(ticket) : emptyRequest));
  const changes = useChangeDraft<RequestForm>(`request.${ticket?.id}`, stored);
  const [initial] = useState(() => ({ ...stored, ...(isNew ? requestDraft : changes).read() }));
  const [brought, setBrought] = useState(() => (isNew ? along.read() : null));
  const takenOff = useChangeDraft<readonly string[]>(`request.${ticket?.id}.removed`, stored);
  const [removed, writeRemoved] = useKept(takenOff, []);
  const form = useForm({
    resolver: zodResolver(requestSubmission),
    defaultValues: initial,
  });
  const { control, register, setFocus, formState } = form;
  const { errors, isSubmitting } = formState;
  useFirstFocus(setFocus, 'description');
  useKeptForm(form, isNew ? requestDraft.write : changes.keep);

  const { submit, dialog } = useSubmitRequest({
    ticket,
    form,
    files,
    along: brought,
    removed,
    act,
    onSaved: (saved) => {
      if (isNew) {
        requestDraft.clear();
        along.clear();
      } else forget();
      files.clear();
      onOpenChange(false);
      onSaved?.(saved);
    },
  });

  function forget() {
    changes.drop();
    takenOff.drop();
  }

  const close = () => onOpenChange(false);

  function cancel() {
    // A cancelled edit leaves nothing; a new request stays as a draft.
    if (!isNew) {
      forget();
      files.discard();
    }
    close();
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
          pendingText={files.uploads.isUploading ? 'Uploading...' : act}
          onCancel={cancel}
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
        {ticket && (
          <SharedProjectSuggestion ticketId={ticket.id} form={form} disabled={isSubmitting} />
        )}
        <RequestFields
          control={control}
          register={register}
          errors={errors}
          disabled={isSubmitting}
          isNew={isNew}
        />
        {brought && (
          <AlongField
            along={brought}
            disabled={isSubmitting}
            onChange={(left) => {
              along.write(left);
              setBrought(left);
            }}
          />
        )}
        <RequestFiles
          form={form}
          ticket={ticket}
          files={files}
          removed={removed}
          onRemove={(key) => writeRemoved([...removed, key])}
          disabled={isSubmitting}
        />
      </form>
      {dialog}
    </Dialog>
  );
}

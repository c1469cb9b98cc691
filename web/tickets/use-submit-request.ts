import type { UseFormReturn } from 'react-hook-form';
import type { Upload } from '#domain/file.ts';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { showProblems } from '../api/form-problems.ts';
import { useSending } from '../files/shield/use-sending.tsx';
import { useUnsentPrompt } from '../files/use-unsent-prompt.ts';
import type { Uploads } from '../files/use-uploads.ts';
import { alertError } from '../ui/toasts.tsx';
import { type RequestForm, requestFieldNames } from './request-form.ts';
import { type RequestChanges, useSaveRequest } from './use-save-request.ts';

interface Submission {
  ticket: Ticket | undefined;
  form: UseFormReturn<RequestForm, unknown, TicketInput>;
  uploads: Uploads;
  /** Keys of files that go. */
  removed: readonly string[];
  /** The name of the submit button. */
  act: string;
  onSaved: (ticket: Ticket) => void;
}

/**
 * Sends a request, once its files are where they belong and nothing secret goes unseen. When that
 * fails, the form keeps everything.
 */
export function useSubmitRequest({ ticket, form, uploads, removed, act, onSaved }: Submission) {
  const save = useSaveRequest(ticket);
  const readyFiles = useUnsentPrompt();
  const sending = useSending();

  const submit = form.handleSubmit(async (input) => {
    const files = await readyFiles(uploads, act);
    if (!files) return;
    try {
      const changes = withFiles(input, files, removed);
      const saved = await sending.send(act, (said) => save({ ...changes, ...said }));
      if (saved) onSaved(saved);
    } catch (cause) {
      alertError('Failed to create ticket. Please try again.');
      showProblems(cause, requestFieldNames, form.setError);
    }
  });

  return { submit, dialog: sending.dialog };
}

function withFiles(
  input: TicketInput,
  uploaded: readonly Upload[],
  removed: readonly string[],
): RequestChanges {
  return {
    ...input,
    ...(uploaded.length > 0 && { files: uploaded.map(({ fileKey }) => fileKey) }),
    ...(removed.length > 0 && { removed_files: [...removed] }),
  };
}

import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { Upload } from '#domain/file.ts';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { showProblems } from '../api/form-problems.ts';
import { step } from '../api/own-steps.ts';
import { keys } from '../api/query-keys.ts';
import { keepTicket, postStep } from '../api/steps.ts';
import type { Said } from '../files/shield/send-asking.ts';
import { useSending } from '../files/shield/use-sending.tsx';
import type { FormFiles } from '../files/use-form-files.ts';
import { alertError } from '../ui/toasts.tsx';
import type { Along } from './along.ts';
import { type RequestForm, requestFieldNames } from './request-form.ts';

interface Submission {
  ticket: Ticket | undefined;
  form: UseFormReturn<RequestForm, unknown, TicketInput>;
  files: FormFiles;
  /** What else a new request brings. */
  along: Along | null;
  /** Keys of files to remove. */
  removed: readonly string[];
  /** The submit button's text. */
  act: string;
  onSaved: (ticket: Ticket) => void;
}

/**
 * Sends a request, after its files are uploaded and keys were dealt with. After a failure the form
 * keeps everything.
 */
export function useSubmitRequest(submission: Submission) {
  const { ticket, form, files, along, removed, act, onSaved } = submission;
  const save = useSaveRequest(ticket);
  const sending = useSending();

  const submit = form.handleSubmit(async (input) => {
    const uploaded = await files.ready(act);
    if (!uploaded) return;
    try {
      const changes = withFiles(input, { uploaded, removed, along });
      const saved = await sending.send(act, (said) => save({ ...changes, ...said }));
      if (saved) onSaved(saved);
    } catch (cause) {
      alertError('Failed to create ticket. Please try again.');
      showProblems(cause, requestFieldNames, form.setError);
    }
  });

  return { submit, dialog: sending.dialog };
}

interface Uploaded extends Pick<Submission, 'along' | 'removed'> {
  uploaded: readonly Upload[];
}

function withFiles(input: TicketInput, { uploaded, removed, along }: Uploaded): RequestChanges {
  return {
    ...input,
    ...(uploaded.length > 0 && { files: uploaded.map(({ fileKey }) => fileKey) }),
    ...(removed.length > 0 && { removed_files: [...removed] }),
    ...(along?.project && { project: along.project.fileKey }),
    ...(along?.attempts.length && { attempts: along.attempts.map(({ fileKey }) => fileKey) }),
  };
}

/** The form's body; only an edit removes files. */
interface RequestChanges extends TicketInput, Said {
  removed_files?: string[];
  project?: string;
  attempts?: string[];
}

/** Stores a new request, or the changes of an existing one. */
function useSaveRequest(ticket?: Ticket) {
  const queryClient = useQueryClient();

  async function send(body: RequestChanges): Promise<Ticket> {
    if (!ticket) return postStep('/api/tickets', { body });
    const path = { id: ticket.id };
    return step((idempotencyKey) => api.patch('/api/tickets/{id}', { path, body, idempotencyKey }));
  }

  return async (body: RequestChanges): Promise<Ticket> => {
    const saved = await send(body);
    void keepTicket(queryClient, saved);
    void queryClient.invalidateQueries({ queryKey: keys.tickets() });
    return saved;
  };
}

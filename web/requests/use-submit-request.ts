import type { UseFormReturn } from 'react-hook-form';
import type { Upload } from '#domain/file.ts';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { showProblems } from '../api/form-problems.ts';
import { useUnsentPrompt } from '../files/use-unsent-prompt.ts';
import type { Uploads } from '../files/use-uploads.ts';
import { useSecretCheck } from '../secrets/use-secret-check.tsx';
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
  const secrets = useSecretCheck();

  const submit = form.handleSubmit(async (input) => {
    const files = await readyFiles(uploads, act);
    const safe = files && (await withoutSecrets(input, files));
    if (!safe) return;
    try {
      onSaved(await save(withFiles(safe, files, removed)));
    } catch (cause) {
      alertError('Failed to create ticket. Please try again.');
      showProblems(cause, requestFieldNames, form.setError);
    }
  });

  /** Null when the author would rather go back. */
  async function withoutSecrets(input: TicketInput, files: readonly Upload[]) {
    const texts = sharedFields.map(({ name, label }) => ({ label, text: input[name] }));
    const checked = await secrets.check({ texts, files, act });
    if (!checked) return null;
    const safe = { ...input };
    for (const [place, { name }] of sharedFields.entries()) {
      safe[name] = checked[place] ?? input[name];
      // What was masked is to be seen in the form, too.
      if (safe[name] !== input[name]) form.setValue(name, safe[name]);
    }
    return safe;
  }

  return { submit, dialog: secrets.dialog };
}

const sharedFields = [
  { name: 'description', label: 'Description' },
  { name: 'stack', label: 'Tech Stack' },
  { name: 'budget', label: 'Budget' },
] as const;

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

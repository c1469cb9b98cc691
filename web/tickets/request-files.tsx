import { useQueries } from '@tanstack/react-query';
import { Sparkle } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type Category, categoryLabels } from '#domain/category.ts';
import type { Upload } from '#domain/file.ts';
import type { Stack } from '#domain/stack.ts';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { AttachedFiles } from '../files/attached-files.tsx';
import { FormFilesField } from '../files/form-files-field.tsx';
import type { FormFiles } from '../files/use-form-files.ts';
import { useTicketFiles } from '../files/use-ticket-files.ts';
import { Button } from '../ui/button.tsx';
import type { RequestForm } from './request-form.ts';

interface RequestFilesProps {
  form: UseFormReturn<RequestForm, unknown, TicketInput>;
  /** The request to edit, if any. */
  ticket: Ticket | undefined;
  files: FormFiles;
  /** Keys of files to remove on save. */
  removed: readonly string[];
  onRemove: (key: string) => void;
  disabled: boolean;
}

/** The files of a request: existing and new ones. */
export function RequestFiles(props: RequestFilesProps) {
  const { form, ticket, files, removed, onRemove, disabled } = props;
  const [stack, categories] = useWatch({ control: form.control, name: ['stack', 'categories'] });

  function take(suggested: Stack) {
    const all = new Set([...categories, ...suggested.categories]);
    form.setValue('stack', suggested.stack, { shouldDirty: true });
    form.setValue('categories', [...all], { shouldDirty: true });
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FormFilesField files={files} disabled={disabled} />
      <StackSuggestion
        files={files.uploaded}
        stack={stack}
        categories={categories}
        onTake={take}
        disabled={disabled}
      />
      {ticket && (
        <KeptFiles ticket={ticket} removed={removed} onRemove={onRemove} disabled={disabled} />
      )}
    </div>
  );
}

type KeptFilesProps = Pick<RequestFilesProps, 'removed' | 'onRemove' | 'disabled'> & {
  ticket: Ticket;
};

function KeptFiles({ ticket, removed, onRemove, disabled }: KeptFilesProps) {
  const kept = Object.entries(ticket.files).filter(([key]) => !removed.includes(key));
  const hasFiles = Object.keys(ticket.files).length > 0;
  const { files } = useTicketFiles(ticket.id, { enabled: hasFiles });
  return (
    <AttachedFiles
      label="Attached already"
      files={Object.fromEntries(kept)}
      records={files}
      onRemove={onRemove}
      disabled={disabled}
    />
  );
}

interface StackSuggestionProps {
  files: readonly Upload[];
  /** The form's present value. */
  stack: string;
  categories: readonly Category[];
  onTake: (suggested: Stack) => void;
  disabled: boolean;
}

/** Offers the technologies found in an uploaded project; fills in nothing by itself. */
function StackSuggestion(props: StackSuggestionProps) {
  const { files, stack, categories, onTake, disabled } = props;
  const [declined, setDeclined] = useState<string | null>(null);
  const suggested = useStackOf(files);
  if (!suggested || suggested.stack === declined) return null;
  const isTaken =
    stack === suggested.stack && suggested.categories.every((one) => categories.includes(one));
  if (isTaken) return null;
  const labels = suggested.categories.map((category) => categoryLabels[category]).join(', ');
  return (
    <section
      aria-label="Suggestion from your project"
      className="flex animate-fade-in flex-wrap items-center gap-x-4 gap-y-2 rounded border border-go bg-go-soft px-3 py-2.5 text-sm text-go-ink"
    >
      <Sparkle size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">
        Your project names <strong>{suggested.stack}</strong>
        {labels && <> ({labels})</>}.
      </p>
      <div className="flex gap-2">
        <Button size="sm" disabled={disabled} onClick={() => onTake(suggested)}>
          Use It
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setDeclined(suggested.stack)}>
          No, Thanks
        </Button>
      </div>
    </section>
  );
}

/** The first file with a known stack; a file's stack never changes. */
function useStackOf(files: readonly Upload[]): Stack | null {
  return useQueries({
    queries: files.map(({ fileKey }) => ({
      queryKey: keys.inFile(fileKey, 'stack'),
      queryFn: () => api.get('/api/files/{id}/stack', { path: { id: fileKey } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: (answers) => answers.find(({ data }) => data)?.data ?? null,
  });
}

import { useQueries } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import type { Upload } from '#domain/file.ts';
import type { Stack } from '#domain/stack.ts';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { api } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { AttachedFiles } from '../files/attached-files.tsx';
import { FormFilesField } from '../files/form-files-field.tsx';
import type { FormFiles } from '../files/use-form-files.ts';
import { useTicketFiles } from '../files/use-ticket-files.ts';
import { ProjectSuggestion } from './project-suggestion.tsx';
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
  const stack = useStackOf(files.uploaded);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FormFilesField files={files} disabled={disabled} />
      <ProjectSuggestion form={form} suggested={stack} disabled={disabled} />
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

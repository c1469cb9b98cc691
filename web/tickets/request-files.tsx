import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Stack } from '#domain/stack.ts';
import type { Ticket, TicketInput } from '#domain/ticket.ts';
import { AttachedFiles } from '../files/attached-files.tsx';
import { Uploader } from '../files/uploader.tsx';
import { useTicketFiles } from '../files/use-ticket-files.ts';
import type { Uploads } from '../files/use-uploads.ts';
import type { RequestForm } from './request-form.ts';
import { StackSuggestion } from './stack-suggestion.tsx';

interface RequestFilesProps {
  form: UseFormReturn<RequestForm, unknown, TicketInput>;
  /** The request that is edited, if it is. */
  ticket: Ticket | undefined;
  uploads: Uploads;
  /** Keys of files that go with the next save. */
  removed: readonly string[];
  onRemove: (key: string) => void;
  disabled: boolean;
}

/** The files of a request: those it has, and those that join it. */
export function RequestFiles(props: RequestFilesProps) {
  const { form, ticket, uploads, removed, onRemove, disabled } = props;
  const [stack, categories] = useWatch({ control: form.control, name: ['stack', 'categories'] });

  function take(suggested: Stack) {
    const all = new Set([...categories, ...suggested.categories]);
    form.setValue('stack', suggested.stack, { shouldDirty: true });
    form.setValue('categories', [...all], { shouldDirty: true });
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Uploader uploads={uploads} label="Files" disabled={disabled} />
      <StackSuggestion
        files={uploads.uploaded}
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

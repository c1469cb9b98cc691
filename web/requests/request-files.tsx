import type { Ticket } from '#domain/ticket.ts';
import { AttachedFiles } from '../files/attached-files.tsx';
import { Uploader } from '../files/uploader.tsx';
import { useTicketFiles } from '../files/use-ticket-files.ts';
import type { Uploads } from '../files/use-uploads.ts';

interface RequestFilesProps {
  /** The request that is edited, if it is. */
  ticket: Ticket | undefined;
  uploads: Uploads;
  /** Keys of files that go with the next save. */
  removed: readonly string[];
  onRemove: (key: string) => void;
  disabled: boolean;
}

/** The files of a request: those it has, and those that join it. */
export function RequestFiles({ ticket, uploads, removed, onRemove, disabled }: RequestFilesProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Uploader uploads={uploads} label="Files" disabled={disabled} />
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

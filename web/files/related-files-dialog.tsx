import { useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { errorText } from '../api/api-error.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DownloadAllButton } from './download-button.tsx';
import { type FileGroup, fileGroups } from './file-groups.ts';
import { OpenedFile } from './opened-file.tsx';
import { RelatedFile } from './related-file.tsx';
import { useTicketFiles } from './use-ticket-files.ts';

interface RelatedFilesDialogProps {
  ticketId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * 'Related Files': every file of a request and of its messages, milestones and deliveries, to be
 * saved or looked at. Controlled; it loads when it opens. Source: specification 2.10 and 2.11.
 *
 *     <RelatedFilesDialog ticketId={ticket.id} open={showing} onOpenChange={setShowing} />
 */
export function RelatedFilesDialog({ ticketId, open, onOpenChange }: RelatedFilesDialogProps) {
  if (!open) return null;
  return (
    <Dialog open onOpenChange={onOpenChange} title="Related Files" size="lg">
      <RelatedFiles ticketId={ticketId} />
    </Dialog>
  );
}

function RelatedFiles({ ticketId }: { ticketId: string }) {
  const { files, isPending, error, ...list } = useTicketFiles(ticketId);
  const [viewed, setViewed] = useState<FileRecord | null>(null);
  if (isPending) return <LoadingFiles />;
  return (
    <>
      {error && <ErrorBox className="mb-3" text={errorText(error)} onRetry={list.refetch} />}
      {files?.length === 0 && (
        <EmptyState title="No files yet">
          Files of the request, of messages and of milestones are listed here.
        </EmptyState>
      )}
      {files && files.length > 0 && (
        <div className="space-y-6">
          {fileGroups(files).map((group) => (
            <RelatedGroup key={group.key} group={group} onView={setViewed} />
          ))}
        </div>
      )}
      <ShowMore list={list} />
      {viewed && (
        <OpenedFile
          file={viewed}
          among={files ?? []}
          onShow={setViewed}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  );
}

interface RelatedGroupProps {
  group: FileGroup;
  onView: (file: FileRecord) => void;
}

function RelatedGroup({ group: { title, deliveryId, files }, onView }: RelatedGroupProps) {
  const isOpen = files.some(({ actions }) => actions.open?.allowed);
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-1">
        <h3 className="min-w-0 font-sans text-sm font-semibold tracking-normal wrap-anywhere">
          {title}
        </h3>
        {deliveryId && isOpen && <DownloadAllButton deliveryId={deliveryId} />}
      </div>
      <ul aria-label={`Related files: ${title}`} className="divide-y divide-line">
        {files.map((file) => (
          <RelatedFile key={file.key} file={file} onView={() => onView(file)} />
        ))}
      </ul>
    </section>
  );
}

function LoadingFiles() {
  return (
    <div role="status" className="space-y-4 py-2">
      <span className="sr-only">Loading files</span>
      {Array.from({ length: 3 }, (_, row) => (
        <div key={row} aria-hidden className="flex items-center gap-3">
          <Skeleton className="size-11" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  );
}

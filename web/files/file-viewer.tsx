import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { ArchiveEntries } from './archive-entries.tsx';
import { CodeView } from './code-view.tsx';
import { DownloadButton } from './download-button.tsx';
import { isArchive } from './file-kind.ts';
import { fileText } from './file-queries.ts';

interface FileViewerProps {
  file: FileRecord;
  onClose: () => void;
}

/** Shows a text file, or what lies in an archive, without saving it. Nothing in it can run. */
export function FileViewer({ file, onClose }: FileViewerProps) {
  const [entry, setEntry] = useState<string | null>(null);
  const asArchive = isArchive(file);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={file.name}
      size="lg"
      footer={<DownloadButton fileKey={file.key} />}
    >
      {asArchive && (
        // Stays while an entry is open, so that coming back finds the place in the list again.
        <div hidden={entry !== null}>
          <ArchiveEntries file={file} onOpen={setEntry} />
        </div>
      )}
      {entry !== null && (
        <Button size="sm" variant="ghost" className="mb-2 -ml-3" onClick={() => setEntry(null)}>
          <ArrowLeft size={16} aria-hidden />
          All entries
        </Button>
      )}
      {(entry !== null || !asArchive) && <TextOf file={file} entry={entry} />}
    </Dialog>
  );
}

function TextOf({ file, entry }: { file: FileRecord; entry: string | null }) {
  const { data, error, isPending, refetch } = useQuery(fileText(file.key, entry));
  if (isPending) return <SkeletonText lines={8} />;
  if (error) {
    return <ErrorBox text={errorText(error)} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {entry !== null && (
        <p className="mb-2 font-mono text-2xs break-all text-ink-soft">{data.name}</p>
      )}
      <CodeView name={data.name} text={data.text} isComplete={data.is_complete} />
    </>
  );
}

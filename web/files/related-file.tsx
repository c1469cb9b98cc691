import { Eye, Lock } from 'lucide-react';
import { useId } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { DownloadButton } from './download-button.tsx';
import { shownAs } from './file-kind.ts';
import { sizeWords } from './file-names.ts';
import { FilePicture } from './file-picture.tsx';
import { KeyNotes } from './key-notes.tsx';

interface RelatedFileProps {
  file: FileRecord;
  onView: () => void;
}

/** One file of a request: what it is, where it came from, and how to get at it. */
export function RelatedFile({ file, onView }: RelatedFileProps) {
  const { name, type, size, thumbnail_url, actions } = file;
  const reasonId = useId();
  const allowed = actions.open?.allowed ?? false;
  const reason = allowed ? null : actions.open?.reason;

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <FilePicture name={name} type={type} src={thumbnail_url} />
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="figures text-2xs text-ink-soft">
          {sizeWords(size)} · <RelativeTime at={new Date(file.created_at).toISOString()} />
        </p>
        {reason && (
          <p id={reasonId} className="mt-1 flex items-start gap-1.5 text-2xs text-ink-soft">
            <Lock size={14} aria-hidden className="shrink-0" />
            {reason}
          </p>
        )}
        <KeyNotes file={file} />
      </div>
      <div className="ml-auto flex gap-2">
        {shownAs(file) && allowed && (
          <Button size="sm" onClick={onView} aria-label={`View ${name}`}>
            <Eye size={16} aria-hidden />
            View
          </Button>
        )}
        <DownloadButton
          fileKey={file.key}
          size="sm"
          disabled={!allowed}
          aria-label={`Download ${name}`}
          aria-describedby={reason ? reasonId : undefined}
        />
      </div>
    </li>
  );
}

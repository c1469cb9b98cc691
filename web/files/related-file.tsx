import { Download, Eye, Lock } from 'lucide-react';
import { useId, useState } from 'react';
import type { FilePlace, FileRecord } from '#domain/file.ts';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { alertError } from '../ui/toasts.tsx';
import { downloadFile } from './download-file.ts';
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
  const { name, type, size, thumbnail_url, attached_to, actions } = file;
  const reasonId = useId();
  const [pending, setPending] = useState(false);
  const allowed = actions.open?.allowed ?? false;
  const reason = allowed ? null : actions.open?.reason;

  async function download() {
    setPending(true);
    try {
      await downloadFile(file.key);
    } catch (cause) {
      alertError(errorText(cause));
    }
    setPending(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <FilePicture name={name} type={type} src={thumbnail_url} />
      <div className="min-w-40 flex-1">
        <p className="text-sm font-medium break-words">{name}</p>
        <p className="figures text-2xs text-ink-soft">
          {sizeWords(size)}
          {attached_to && ` · ${placeWords[attached_to]}`} ·{' '}
          <RelativeTime at={new Date(file.created_at).toISOString()} />
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
        <Button
          size="sm"
          disabled={!allowed}
          pending={pending}
          aria-label={`Download ${name}`}
          aria-describedby={reason ? reasonId : undefined}
          onClick={() => void download()}
        >
          <Download size={16} aria-hidden />
          Download
        </Button>
      </div>
    </li>
  );
}

const placeWords: Record<FilePlace, string> = {
  request: 'Request',
  message: 'Message',
  milestone: 'Milestone',
  delivery: 'Delivery',
  profile: 'Profile',
};

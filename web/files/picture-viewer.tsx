import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FileRecord } from '#domain/file.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { DownloadButton } from './download-button.tsx';
import { isPlainPicture } from './file-kind.ts';
import { fileLink } from './file-queries.ts';

interface PictureViewerProps {
  file: FileRecord;
  /** All that can be gone through, this one among them. */
  pictures: readonly FileRecord[];
  onShow: (file: FileRecord) => void;
  onClose: () => void;
}

/** One picture as large as there is room; the arrow keys lead to the others beside it. */
export function PictureViewer({ file, pictures, onShow, onClose }: PictureViewerProps) {
  const place = pictures.findIndex(({ key }) => key === file.key);
  const several = pictures.length > 1 && place >= 0;

  function go(step: number) {
    const next = pictures[(place + step + pictures.length) % pictures.length];
    if (several && next) onShow(next);
  }
  useArrowKeys(go);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={file.name}
      size="lg"
      footer={
        <>
          {several && (
            <div className="mr-auto flex items-center gap-1">
              <IconButton label="Previous picture" onClick={() => go(-1)}>
                <ChevronLeft size={20} aria-hidden />
              </IconButton>
              <IconButton label="Next picture" onClick={() => go(1)}>
                <ChevronRight size={20} aria-hidden />
              </IconButton>
              <span aria-hidden className="figures ml-1 text-sm text-ink-soft">
                {place + 1} of {pictures.length}
              </span>
            </div>
          )}
          <DownloadButton fileKey={file.key} />
        </>
      }
    >
      <p role="status" className="sr-only">
        {several && `${file.name}, ${place + 1} of ${pictures.length}`}
      </p>
      <Picture key={file.key} file={file} />
    </Dialog>
  );
}

/** The small drawing stands there until the picture itself has come. */
function Picture({ file }: { file: FileRecord }) {
  const plain = isPlainPicture(file);
  const link = useQuery({ ...fileLink(file.key), enabled: plain });
  const [state, setState] = useState<'coming' | 'there' | 'broken'>('coming');
  const whole = plain ? link.data?.url : file.thumbnail_url;
  const failed = state === 'broken' || link.isError;
  return (
    <div className="relative h-[62dvh] overflow-hidden rounded bg-sunken">
      {file.thumbnail_url && state !== 'there' && (
        <img src={file.thumbnail_url} alt="" className={fitting} />
      )}
      {whole && !failed && (
        <img
          src={whole}
          alt={file.name}
          onLoad={() => setState('there')}
          onError={() => setState('broken')}
          className={cx(fitting, state === 'coming' && 'opacity-0')}
        />
      )}
      {failed && (
        <p className="absolute inset-x-4 top-4 rounded bg-surface px-3 py-2 text-center text-sm">
          This picture cannot be shown here. Download it to see it.
        </p>
      )}
    </div>
  );
}

const fitting = 'absolute inset-0 size-full object-contain';

function useArrowKeys(go: (step: number) => void): void {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1);
      if (key === 'ArrowRight') go(1);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [go]);
}

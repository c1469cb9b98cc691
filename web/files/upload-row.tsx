import { Pause, Play, RotateCw, X } from 'lucide-react';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { sizeWords } from './file-names.ts';
import { FilePicture } from './file-picture.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { isMoving, type UploadEngine, type UploadItem } from './upload-item.ts';

interface UploadRowProps {
  item: UploadItem;
  engine: UploadEngine;
  onRemove: () => void;
  disabled: boolean;
}

/** A chosen file that is not on the server yet: where it stands, and what can be done about it. */
export function UploadRow({ item, engine, onRemove, disabled }: UploadRowProps) {
  const { id, name, size, sent, status, problem, preview } = item;
  const moving = isMoving(item);
  return (
    <li className="flex min-w-0 animate-rise-in [animation-duration:250ms] flex-col gap-1.5 rounded border border-line bg-paper p-2">
      <div className="flex min-w-0 items-center gap-2.5">
        <FilePicture name={name} src={preview} />
        <div className="min-w-0 flex-1">
          <p className="text-sm leading-snug font-medium wrap-anywhere" title={name}>
            <bdi>{name}</bdi>
          </p>
          <p className="figures text-2xs text-ink-soft">
            {moving ? `${sizeWords(sent)} of ${sizeWords(size)}` : sizeWords(size)} ·{' '}
            {statusWords[status]}
          </p>
        </div>
        <div className="-mr-1 flex shrink-0">
          {moving && (
            <IconButton label={`Pause ${name}`} onClick={() => engine.pause(id)}>
              <Pause size={16} aria-hidden />
            </IconButton>
          )}
          {status === 'paused' && (
            <IconButton label={`Resume ${name}`} onClick={() => engine.resume(id)}>
              <Play size={16} aria-hidden />
            </IconButton>
          )}
          {(status === 'error' || (moving && problem)) && (
            <IconButton label={`Retry ${name}`} onClick={() => again(engine, item)}>
              <RotateCw size={16} aria-hidden />
            </IconButton>
          )}
          <IconButton
            label={`${moving ? 'Cancel' : 'Remove'} ${name}`}
            disabled={disabled}
            onClick={onRemove}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
      {(moving || status === 'paused') && (
        <ProgressBar
          label={`Upload of ${name}`}
          value={size === 0 ? 0 : sent / size}
          still={status === 'paused'}
        />
      )}
      {problem && (
        <p
          role="alert"
          className={cx('text-sm break-words', moving ? 'text-turn-ink' : 'text-harm-ink')}
        >
          {moving ? problem : `Upload failed: ${problem}`}
        </p>
      )}
    </li>
  );
}

/** One that stands still is broken off first: it is the connection that may be stuck. */
function again(engine: UploadEngine, item: UploadItem): void {
  if (isMoving(item)) engine.pause(item.id);
  engine.resume(item.id);
}

const statusWords: Record<UploadItem['status'], string> = {
  waiting: 'Not uploaded yet',
  preprocessing: 'Waiting for its turn',
  uploading: 'Uploading',
  postprocessing: 'Being checked',
  paused: 'Paused',
  complete: 'Uploaded',
  error: 'Failed',
};

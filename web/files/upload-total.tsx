import { Button } from '../ui/button.tsx';
import { sizeWords } from './file-names.ts';
import { ProgressBar } from './progress-bar.tsx';
import { isMoving, isUnsent, type UploadEngine, type UploadItem } from './upload-item.ts';

interface UploadTotalProps {
  items: readonly UploadItem[];
  engine: UploadEngine;
  disabled: boolean;
}

/** Where all files together stand, and what can be done with all of them. */
export function UploadTotal({ items, engine, disabled }: UploadTotalProps) {
  const moving = items.filter(isMoving);
  const unsent = items.filter(isUnsent).length;
  const done = items.length - moving.length - unsent;
  const sent = sum(items.map((item) => item.sent));
  const size = sum(items.map((item) => item.size));
  return (
    <div className="flex flex-col gap-2">
      {moving.length > 0 && (
        <>
          <ProgressBar label="All uploads" value={size === 0 ? 0 : sent / size} />
          <p className="figures text-2xs text-ink-soft">
            In all {sizeWords(sent)} of {sizeWords(size)}
          </p>
        </>
      )}
      <p role="status" className="sr-only">
        {done > 0 && `${done} of ${items.length} uploaded`}
      </p>
      {(unsent > 0 || moving.length > 0) && (
        <div className="flex flex-wrap gap-2">
          {unsent > 0 && (
            <Button variant="primary" size="sm" disabled={disabled} onClick={engine.start}>
              Upload {unsent} {unsent === 1 ? 'File' : 'Files'}
            </Button>
          )}
          {moving.length > 0 && (
            <>
              <Button size="sm" onClick={() => each(moving, engine.pause)}>
                Pause All
              </Button>
              <Button size="sm" onClick={() => each(moving, engine.remove)}>
                Cancel All
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function each(items: readonly UploadItem[], act: (id: string) => void): void {
  for (const { id } of items) act(id);
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

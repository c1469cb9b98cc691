import { Paperclip } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import { cx } from '../ui/cx.ts';
import { FieldError } from '../ui/field.tsx';
import { FileButton, useDropAndPaste } from './choose-files.tsx';
import { chipList, FileChip } from './file-chip.tsx';
import { droppedFiles, type Picked, pickFiles } from './pick-files.ts';

interface PickedFilesFieldProps {
  label: string;
  picked: Picked;
  onPicked: (picked: Picked) => void;
  /** Said beside the button. */
  hint?: ReactNode;
  className?: string;
}

/**
 * Files that are sent together with the form: chosen, or dropped or pasted anywhere in it. Those that
 * wait in this browser are shown; nothing is uploaded here.
 */
export function PickedFilesField(props: PickedFilesFieldProps) {
  const { label, picked, onPicked, hint, className } = props;
  const id = useId();
  const zone = useRef<HTMLDivElement>(null);
  // More may be chosen while a folder is still being read.
  const latest = useRef(picked);
  useEffect(() => {
    latest.current = picked;
  });
  const add = (more: readonly File[]) => onPicked(pickFiles(latest.current.files, more));
  const addDropped = async (dropped: DataTransfer) => add(await droppedFiles(dropped));
  const isOver = useDropAndPaste(zone, { add, addDropped });

  return (
    <div ref={zone} className={cx('flex min-w-0 flex-col gap-2', className)}>
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-dashed px-2 py-1 transition-colors',
          isOver ? 'border-go bg-go-soft' : 'border-edge',
        )}
      >
        <FileButton
          id={id}
          multiple
          aria-label={label}
          aria-describedby={`${id}-hint`}
          onFiles={add}
          className="px-2 text-go-ink underline underline-offset-3"
        >
          <Paperclip size={16} />
          Add files
        </FileButton>
        <p id={`${id}-hint`} className="min-w-0 flex-1 py-1 text-2xs text-ink-soft">
          {hint} Up to {MAX_FILES_PER_BATCH} files, max {MAX_FILE_MB}MB each
        </p>
      </div>
      <div role="alert" className="flex flex-col gap-1 empty:hidden">
        {picked.refused.map((reason) => (
          <FieldError key={reason} text={reason} />
        ))}
      </div>
      {picked.files.length > 0 && (
        <ul aria-label="Chosen to send" className={chipList}>
          {picked.files.map((file) => (
            <FileChip
              key={`${file.name} ${file.size}`}
              name={file.name}
              size={file.size}
              type={file.type}
              onRemove={() =>
                onPicked({ files: picked.files.filter((one) => one !== file), refused: [] })
              }
            />
          ))}
        </ul>
      )}
    </div>
  );
}

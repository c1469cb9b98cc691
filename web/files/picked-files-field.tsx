import { Paperclip } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { MAX_FILE_MB } from '#domain/limits.ts';
import { cx } from '../ui/cx.ts';
import { FieldError } from '../ui/field.tsx';
import { chipList, FileChip } from './file-chip.tsx';
import { droppedFiles, type Picked, pickFiles } from './pick-files.ts';

interface PickedFilesFieldProps {
  label: string;
  picked: Picked;
  onPicked: (picked: Picked) => void;
  /** Said beside the button. */
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/**
 * Files that are sent together with the form: chosen, or dropped or pasted anywhere in it. Those that
 * wait in this browser are shown; nothing is uploaded here.
 */
export function PickedFilesField(props: PickedFilesFieldProps) {
  const { label, picked, onPicked, hint, disabled = false, className } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const add = (more: readonly File[]) => onPicked(pickFiles(picked.files, more));
  const isOver = useFormFilesDropped(input, disabled ? null : add);

  return (
    <div className={cx('flex min-w-0 flex-col gap-2', className)}>
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-dashed px-2 py-1 transition-colors',
          isOver ? 'border-go bg-go-soft' : 'border-edge',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          aria-label={label}
          aria-describedby={`${id}-hint`}
          disabled={disabled}
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            // The same file can be chosen again after it was removed.
            event.target.value = '';
          }}
          className="peer sr-only"
        />
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          disabled={disabled}
          onClick={() => input.current?.click()}
          className="inline-flex min-h-11 items-center gap-2 rounded px-2 text-sm text-go-ink underline underline-offset-3 outline-offset-2 outline-focus peer-focus-visible:outline-2 hover:bg-sunken md:min-h-9"
        >
          <Paperclip size={16} />
          Add files
        </button>
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
              disabled={disabled}
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

/** Files dropped or pasted anywhere in the form round the input; true while they are held over it. */
function useFormFilesDropped(
  input: { current: HTMLInputElement | null },
  add: ((files: readonly File[]) => void) | null,
): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    const form = input.current?.closest('form');
    if (!form) return;
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(latest.current !== null);
    };
    const drop = async (event: DragEvent) => {
      hold(event);
      setOver(false);
      if (event.dataTransfer) latest.current?.(await droppedFiles(event.dataTransfer));
    };
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node) || !form.contains(event.relatedTarget))
        setOver(false);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current?.(files);
    };
    form.addEventListener('dragover', hold);
    form.addEventListener('drop', drop);
    form.addEventListener('dragleave', leave);
    form.addEventListener('paste', paste);
    return () => {
      form.removeEventListener('dragover', hold);
      form.removeEventListener('drop', drop);
      form.removeEventListener('dragleave', leave);
      form.removeEventListener('paste', paste);
    };
  }, [input]);
  return over;
}

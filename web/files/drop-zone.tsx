import { Upload } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cx } from '../ui/cx.ts';
import { FileButton, type FileTaker, useDropAndPaste } from './choose-files.tsx';

interface DropZoneProps {
  /** Of the file input. */
  id: string;
  uploads: FileTaker;
  multiple: boolean;
  disabled: boolean;
  describedBy: string;
  /** Files are there: they need the room now. */
  small: boolean;
  hint: ReactNode;
}

/** Takes files by choosing, dropping and pasting. */
export function DropZone(props: DropZoneProps) {
  const { id, uploads, multiple, disabled, describedBy, small, hint } = props;
  const zone = useRef<HTMLDivElement>(null);
  const over = useDropAndPaste(zone, disabled ? null : uploads);

  return (
    <div
      ref={zone}
      className={cx(
        'relative flex flex-col items-center justify-center gap-1 rounded border border-dashed px-4 text-center',
        'transition-colors duration-150',
        over ? 'border-go bg-go-soft' : 'border-edge',
        small ? 'py-2.5' : 'py-5 @min-[700px]:py-8 [@media(max-height:330px)]:py-1',
      )}
    >
      <FileButton
        id={id}
        multiple={multiple}
        disabled={disabled}
        aria-describedby={describedBy}
        onFiles={uploads.add}
        className="px-3 disabled:opacity-55"
      >
        <Upload size={18} className="text-ink-soft" />
        <span>
          <span className="text-go-ink underline underline-offset-3">
            {multiple ? 'Choose files' : 'Choose a file'}
          </span>
          <span className="max-sm:hidden">, drop or paste {multiple ? 'them' : 'it'} here</span>
        </span>
      </FileButton>
      {hint}
    </div>
  );
}

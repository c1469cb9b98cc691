import { FolderOpen, PackageOpen } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { chosenFolder, dropped, type Folder } from './folder-files.ts';

interface CodeDropProps {
  /** The button for files, which is also the name of its input. */
  label: string;
  /** Endings, as a file input takes them. */
  accept: string;
  disabled: boolean;
  hint: ReactNode;
  onFile: (file: File) => void;
  onFolder: (folder: Folder) => void;
  onProblem: (text: string) => void;
}

/** Takes one archive or folder, by choosing or dropping it. */
export function CodeDrop(props: CodeDropProps) {
  const { label, accept, disabled, hint, onFile, onFolder, onProblem } = props;
  const hintId = useId();
  const [over, setOver] = useState(false);

  function hold(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(!disabled);
  }

  async function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (disabled) return;
    try {
      const taken = await dropped(event.dataTransfer);
      if (taken instanceof File) onFile(taken);
      else if (taken) onFolder(taken);
    } catch (cause) {
      onProblem(errorText(cause));
    }
  }

  function takeFolder(files: readonly File[]) {
    try {
      if (files.length > 0) onFolder(chosenFolder(files));
    } catch (cause) {
      onProblem(errorText(cause));
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the buttons are the first
    <div
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'flex flex-col items-center gap-3 rounded border border-dashed px-4 py-6 text-center transition-colors duration-150',
        over ? 'border-go bg-go-soft' : 'border-edge',
      )}
    >
      <div className="flex flex-wrap justify-center gap-2">
        <Chooser
          label={label}
          describedBy={hintId}
          disabled={disabled}
          icon={<PackageOpen size={18} aria-hidden />}
          input={{ accept }}
          onFiles={([file]) => file && onFile(file)}
        />
        <Chooser
          label="Choose a Folder"
          describedBy={hintId}
          disabled={disabled}
          icon={<FolderOpen size={18} aria-hidden />}
          input={{ webkitdirectory: '' }}
          onFiles={takeFolder}
        />
      </div>
      <p className="text-2xs text-ink-soft max-sm:hidden">or drop it here</p>
      <div id={hintId} className="max-w-prose text-2xs leading-relaxed text-ink-soft">
        {hint}
      </div>
    </div>
  );
}

interface ChooserProps {
  label: string;
  describedBy: string;
  disabled: boolean;
  icon: ReactNode;
  input: { accept?: string; webkitdirectory?: string };
  onFiles: (files: File[]) => void;
}

/** A button before the browser's own input, which keeps the focus and the name. */
function Chooser({ label, describedBy, disabled, icon, input, onFiles }: ChooserProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <span className="relative">
      <input
        ref={field}
        type="file"
        aria-label={label}
        aria-describedby={describedBy}
        disabled={disabled}
        className="peer sr-only"
        {...input}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same can be chosen again after something went wrong.
          event.target.value = '';
          onFiles(files);
        }}
      />
      <Button
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        onClick={() => field.current?.click()}
        className="outline-offset-2 outline-focus peer-focus-visible:outline-2"
      >
        {icon}
        {label}
      </Button>
    </span>
  );
}

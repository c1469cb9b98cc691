import { Upload } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import type { Uploads } from './use-uploads.ts';

type Taker = Pick<Uploads, 'add' | 'addDropped'>;

interface DropZoneProps {
  /** Of the file input. */
  id: string;
  uploads: Taker;
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
  const input = useRef<HTMLInputElement>(null);
  const over = useDrop(zone, disabled ? null : uploads);
  usePaste(zone, disabled ? null : uploads.add);

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
      <input
        ref={input}
        id={id}
        type="file"
        multiple={multiple}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => {
          uploads.add([...(event.target.files ?? [])]);
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
        className={cx(
          'inline-flex min-h-11 items-center gap-2 rounded px-3 text-sm md:min-h-9',
          'outline-offset-2 outline-focus peer-focus-visible:outline-2 hover:bg-sunken disabled:opacity-55',
        )}
      >
        <Upload size={18} className="text-ink-soft" />
        <span>
          <span className="text-go-ink underline underline-offset-3">
            {multiple ? 'Choose files' : 'Choose a file'}
          </span>
          <span className="max-sm:hidden">, drop or paste {multiple ? 'them' : 'it'} here</span>
        </span>
      </button>
      {hint}
    </div>
  );
}

function formAround(zone: HTMLElement | null): Element | null {
  return zone?.closest('[role="dialog"], form') ?? zone;
}

/** Files pasted anywhere in the form round the zone; pasted text stays text. */
function usePaste(zone: { current: HTMLElement | null }, add: Taker['add'] | null) {
  useEffect(() => {
    if (!add) return;
    function paste(event: ClipboardEvent) {
      if (!(event.target instanceof Node) || !formAround(zone.current)?.contains(event.target))
        return;
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      void add?.(files);
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [zone, add]);
}

/**
 * Files dropped on the zone, or anywhere in the form round it; true while they are held over that.
 * Files that are dropped beside it must not take the browser away from the form.
 */
function useDrop(zone: { current: HTMLElement | null }, uploads: Taker | null): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(uploads);
  useEffect(() => {
    latest.current = uploads;
  });
  useEffect(() => {
    const isOver = ({ target }: Event) =>
      target instanceof Node && formAround(zone.current)?.contains(target);
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(Boolean(isOver(event) && latest.current));
    };
    const drop = (event: DragEvent) => {
      hold(event);
      setOver(false);
      if (event.dataTransfer && isOver(event)) latest.current?.addDropped(event.dataTransfer);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const listeners = { dragover: hold, drop, dragleave: leave };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name as 'drop', listener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name as 'drop', listener);
      }
    };
  }, [zone]);
  return over;
}

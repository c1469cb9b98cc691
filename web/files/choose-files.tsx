import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';
import type { Uploads } from './use-uploads.ts';

export type FileTaker = Pick<Uploads, 'add' | 'addDropped'>;
type Zone = { readonly current: HTMLElement | null };

interface FileButtonProps extends ComponentProps<'input'> {
  onFiles: (files: File[]) => void;
}

/** Chooses files. The keyboard and screen readers reach the input itself, which nobody sees. */
export function FileButton({ onFiles, className, children, ...props }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        {...props}
        ref={input}
        type="file"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          event.target.value = '';
        }}
        className="peer sr-only"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        disabled={props.disabled}
        onClick={() => input.current?.click()}
        className={cx(
          'inline-flex min-h-11 items-center gap-2 rounded text-sm md:min-h-9',
          'outline-offset-2 outline-focus peer-focus-visible:outline-2 hover:bg-sunken',
          className,
        )}
      >
        {children}
      </button>
    </>
  );
}

/** Takes files that are dropped or pasted anywhere in the form round the zone; true while some are held over it. */
export function useDropAndPaste(zone: Zone, taker: FileTaker | null): boolean {
  usePaste(zone, taker?.add ?? null);
  return useDrop(zone, taker);
}

function formAround(zone: HTMLElement | null): Element | null {
  return zone?.closest('[role="dialog"], form') ?? zone;
}

/** Files pasted anywhere in the form round the zone; pasted text stays text. */
function usePaste(zone: Zone, add: FileTaker['add'] | null) {
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
function useDrop(zone: Zone, uploads: FileTaker | null): boolean {
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

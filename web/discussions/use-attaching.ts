import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FormFiles } from '../files/use-form-files.ts';

/** Whether the composer shows its uploader: once it was asked for, and as long as it holds files. */
export function useAttaching(form: RefObject<HTMLFormElement | null>, files: FormFiles) {
  const [asked, setAsked] = useState(false);
  const { uploads, kept } = files;
  const open = asked || uploads.items.length > 0 || kept.length > 0;

  /** Browsers let a page open their list of files in the click itself only. */
  function choose() {
    flushSync(() => setAsked(true));
    form.current?.querySelector<HTMLInputElement>('input[type="file"]')?.click();
  }

  /** The uploader takes what is pasted and dropped, once it is there. */
  function paste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    if (open || pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    setAsked(true);
    uploads.add(pasted);
  }

  function dragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setAsked(true);
  }

  return {
    open,
    choose,
    close: () => setAsked(false),
    handlers: { onPaste: paste, onDragOver: dragOver },
  };
}

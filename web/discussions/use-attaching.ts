import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FormFiles } from '../files/use-form-files.ts';
import type { Uploads } from '../files/use-uploads.ts';

/** Whether the composer shows its uploader: when it was requested, or has files. */
export function useAttaching(form: RefObject<HTMLFormElement | null>, files: FormFiles) {
  const [asked, setAsked] = useState(false);
  const { uploads, kept } = files;
  const open = asked || uploads.items.length > 0 || kept.length > 0;

  /** Browsers open a file picker only within the click itself. */
  function choose() {
    flushSync(() => setAsked(true));
    form.current?.querySelector<HTMLInputElement>('input[type="file"]')?.click();
  }

  /** The uploader takes what is pasted and dropped, once it is loaded. */
  function paste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files];
    if (open || pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    setAsked(true);
    uploads.add(pasted);
  }

  const latest = useRef(uploads);
  useEffect(() => {
    latest.current = uploads;
  });
  useEffect(() => dropsIn(form.current?.closest('section'), { setAsked, latest }), [form]);

  return { open, choose, close: () => setAsked(false), onPaste: paste };
}

interface Dropping {
  setAsked: (asked: true) => void;
  latest: RefObject<Uploads>;
}

/** Files can be dropped anywhere on the conversation. */
function dropsIn(conversation: Element | null | undefined, { setAsked, latest }: Dropping) {
  const ofFiles = ({ target, dataTransfer }: DragEvent) =>
    target instanceof Node &&
    conversation?.contains(target) &&
    dataTransfer?.types.includes('Files');
  const hold = (event: DragEvent) => {
    if (!ofFiles(event)) return;
    event.preventDefault();
    setAsked(true);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer || !ofFiles(event)) return;
    event.preventDefault();
    const taken = event.target instanceof Element && event.target.closest('.uploader');
    if (!taken) latest.current.addDropped(event.dataTransfer);
  };
  addEventListener('dragover', hold);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', hold);
    removeEventListener('drop', drop);
  };
}

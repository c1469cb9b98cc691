import { type RefObject, startTransition, useImperativeHandle, useRef, useState } from 'react';
import type { OpenDialog } from './plan-context.ts';

/** Opens dialogs of a roadmap from anywhere in it. */
export interface DialogOpener {
  show: (dialog: OpenDialog) => void;
}

/**
 * The open dialog. One may lead to the next; when the last closes, the focus returns to what opened the
 * first, as a dialog only knows what was focused before itself. Controlled through `ref`, so that the
 * plan behind need not render again.
 */
export function useOpenDialog(ref: RefObject<DialogOpener | null>) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const opener = useRef<Element | null>(null);

  function show(next: OpenDialog) {
    if (dialog === null) opener.current = document.activeElement;
    // After the next paint: the press is answered first, however large the dialog is.
    startTransition(() => setDialog(next));
  }
  useImperativeHandle(ref, () => ({ show }));

  function close() {
    setDialog(null);
    setTimeout(() => {
      const lost = document.activeElement === document.body;
      if (lost && opener.current instanceof HTMLElement) opener.current.focus();
    });
  }

  return { dialog, close };
}

import { useRef, useState } from 'react';
import type { OpenDialog } from './plan-context.ts';

/**
 * Which dialog is open. One may lead to the next; when the last closes, the focus goes back to what
 * opened the first, because a dialog knows only what was focused just before itself.
 */
export function useOpenDialog() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const opener = useRef<Element | null>(null);

  function show(next: OpenDialog) {
    if (dialog === null) opener.current = document.activeElement;
    setDialog(next);
  }

  function close() {
    setDialog(null);
    setTimeout(() => {
      const lost = document.activeElement === document.body;
      if (lost && opener.current instanceof HTMLElement) opener.current.focus();
    });
  }

  return { dialog, show, close };
}

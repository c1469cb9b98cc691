import { useEffect } from 'react';
import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form';

/**
 * Focuses the first field of a dialog, after the dialog has taken the focus; none where it is null, or
 * where somebody was quicker and writes in another one already.
 */
export function useFirstFocus<Fields extends FieldValues>(
  setFocus: UseFormSetFocus<Fields>,
  name: Path<Fields> | null,
): void {
  useEffect(() => {
    if (name === null) return;
    const frame = requestAnimationFrame(() => {
      if (!isWrittenIn(document.activeElement)) setFocus(name);
    });
    return () => cancelAnimationFrame(frame);
  }, [setFocus, name]);
}

const NOT_WRITTEN_IN = ['radio', 'checkbox', 'button', 'submit', 'file'];

function isWrittenIn(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !NOT_WRITTEN_IN.includes(element.type);
  return element instanceof HTMLTextAreaElement;
}

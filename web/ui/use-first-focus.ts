import { useEffect } from 'react';
import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form';

/** Focuses the first field of a dialog, after the dialog has taken the focus. */
export function useFirstFocus<Fields extends FieldValues>(
  setFocus: UseFormSetFocus<Fields>,
  name: Path<Fields>,
): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setFocus(name));
    return () => cancelAnimationFrame(frame);
  }, [setFocus, name]);
}

import { useEffect } from 'react';
import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form';

/** Puts the cursor where a dialog's writing begins, once the dialog has taken the focus for itself. */
export function useFirstFocus<Fields extends FieldValues>(
  setFocus: UseFormSetFocus<Fields>,
  name: Path<Fields>,
): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => setFocus(name));
    return () => cancelAnimationFrame(frame);
  }, [setFocus, name]);
}

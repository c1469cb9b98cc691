import { useEffect } from 'react';
import type { FieldValues, Path, UseFormSetFocus } from 'react-hook-form';

/** Focuses the first field of a dialog, after the dialog has taken the focus; none where it is null. */
export function useFirstFocus<Fields extends FieldValues>(
  setFocus: UseFormSetFocus<Fields>,
  name: Path<Fields> | null,
): void {
  useEffect(() => {
    if (name === null) return;
    const frame = requestAnimationFrame(() => setFocus(name));
    return () => cancelAnimationFrame(frame);
  }, [setFocus, name]);
}

import { useEffect, useEffectEvent } from 'react';

/** Closes each open dialog, the topmost last. */
const open: (() => void)[] = [];

export const openDialogs = {
  any: (): boolean => open.length > 0,
  closeTop: (): void => open.at(-1)?.(),
};

/** Counts a dialog among the open ones. */
export function useOpenDialog(isOpen: boolean, close: () => void): void {
  const latest = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const entry = () => latest();
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
    };
  }, [isOpen]);
}

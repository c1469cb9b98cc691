import { useEffect } from 'react';

/** Single keys, while nobody types and no dialog is open. */
export function useShortcuts(acts: Record<string, () => void>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const act = acts[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isBusy(event.target)) return;
      event.preventDefault();
      act();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

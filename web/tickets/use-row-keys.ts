import { useEffect } from 'react';
import { ROW_LINK } from './open-request-row.tsx';

/** `j` and `k` move the focus from row to row; Enter opens, as the focus is on the row's link. */
export function useRowKeys(): void {
  useEffect(() => {
    function move(event: KeyboardEvent) {
      const step = { j: 1, k: -1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const links = [...document.querySelectorAll<HTMLElement>(`[${ROW_LINK}]`)];
      const at = links.indexOf(document.activeElement as HTMLElement);
      links[at < 0 ? 0 : at + step]?.focus();
    }
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, []);
}

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null
  );
}

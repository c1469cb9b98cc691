import { useEffect, useRef } from 'react';
import { useMatches } from 'react-router';

/** A loading page has no heading yet. */
const PATIENCE_MS = 5000;
/** A dialog that has just closed returns the focus first. */
const SETTLE_MS = 50;

/**
 * Moves the focus to the heading of a new page, for keyboards and screen readers. Another request on
 * the same page is no new page.
 */
export function usePageFocus(): void {
  const page = useMatches().at(-1)?.id;
  const shown = useRef(page);

  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    return whenHeadingIsThere((heading) => {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
  }, [page]);
}

/** Stops when the person acts. Returns a function that stops waiting. */
function whenHeadingIsThere(act: (heading: HTMLElement) => void): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    watch.disconnect();
    clearTimeout(patience);
    clearTimeout(settling);
    removeEventListener('keydown', stop);
    removeEventListener('pointerdown', stop);
  };
  const look = () => {
    if (!headingOf() || focusIsTaken()) return;
    watch.disconnect();
    settling = setTimeout(() => {
      stop();
      // Not the one that was seen: that may have been a loading page's.
      const heading = headingOf();
      if (heading) act(heading);
    }, SETTLE_MS);
  };
  const watch = new MutationObserver(look);
  const patience = setTimeout(stop, PATIENCE_MS);
  watch.observe(document.body, { childList: true, subtree: true });
  addEventListener('keydown', stop);
  addEventListener('pointerdown', stop);
  look();
  return stop;
}

function headingOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1');
}

/** A dialog keeps the focus until it closes, and a page may have set it itself. */
function focusIsTaken(): boolean {
  const focused = document.activeElement;
  return Boolean(focused?.closest('main') || document.querySelector('[role=dialog]'));
}

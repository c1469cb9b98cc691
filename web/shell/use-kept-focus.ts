import { useEffect } from 'react';

/** A closing dialog and a new page set the focus first. */
const SETTLE_MS = 80;
const REGION = 'section, article, li, header, main';

/**
 * Keeps the focus where it was, for keyboards and screen readers, when what has it is taken away or
 * disabled, as buttons are whose act is done: otherwise it is lost to the top of the page. It goes to what
 * had it as soon as that can have it, or else to the heading of the part of the page that it was in.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What last had the focus, and all that is around it. */
    let around: Element[] = [];
    let settling: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('main')) around = parentsOf(target);
    };
    // Who clicks beside something wants the focus to be gone.
    const forget = () => {
      around = [];
    };
    const giveBack = () => {
      settling = undefined;
      const isLost = document.activeElement === document.body;
      if (isLost && !document.querySelector('[role=dialog]')) focusWithin(around);
    };
    const look = () => {
      settling ??= setTimeout(giveBack, SETTLE_MS);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    addEventListener('focusin', note);
    addEventListener('pointerdown', forget);
    return () => {
      watch.disconnect();
      clearTimeout(settling);
      removeEventListener('focusin', note);
      removeEventListener('pointerdown', forget);
    };
  }, []);
}

function parentsOf(element: Element): Element[] {
  const parents: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) parents.push(each);
  return parents;
}

function focusWithin(around: readonly Element[]): void {
  const [before] = around;
  const region = around.find((each) => each.isConnected && each.matches(REGION));
  const place = before?.isConnected ? before : (region?.querySelector('h1, h2, h3') ?? region);
  if (!(place instanceof HTMLElement)) return;
  if (place !== before) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface ScrollPlace {
  frame: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** The last entry, however it is named. */
  newest: string | undefined;
  newestIsMine: boolean;
  /** It was written here, a moment ago. */
  newestIsUnsent: boolean;
  /** The thread is loaded up to its end; undefined until any of it is there. */
  complete: boolean | undefined;
  /** The thread was opened at one message: it starts there and not at its end. */
  startsElsewhere: boolean;
  onNear: (end: 'older' | 'newer') => void;
}

/** So close to the end the reader counts as being there. */
const NEAR_PX = 48;
/** Scrolling so soon after a hand was on the thread is the reader's own. */
const BY_HAND_MS = 1000;
/** From here on the next page is fetched, so that it is there before it is seen. */
const FETCH_PX = 1200;

/** What a look at the thread found (px). */
interface Seen {
  top: number;
  height: number;
  shown: number;
}

function seenNow({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Seen {
  return { top: scrollTop, height: scrollHeight, shown: clientHeight };
}

const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'focusin'] as const;

/**
 * Keeps a thread at its newest entry unless the reader has scrolled up: then what arrives is only
 * announced. Tells when more has to be loaded at either end.
 */
export function useScrollPlace(options: ScrollPlace) {
  const { frame, content, newest, newestIsMine, newestIsUnsent, ...place } = options;
  const { complete, startsElsewhere, onNear } = place;
  const atEnd = useRef(!startsElsewhere);
  const drawn = useRef({ newest, complete });
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const [away, setAway] = useState(false);
  const [missed, setMissed] = useState(false);
  const [following, setFollowing] = useState(false);

  const showNewest = useCallback(() => {
    atEnd.current = true;
    const box = frame.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [frame]);

  const placed = useRef(!startsElsewhere);
  const leaveEnd = useCallback(() => {
    placed.current = true;
    atEnd.current = false;
  }, []);

  // The one message is not there: then the thread starts at its end after all.
  useLayoutEffect(() => {
    if (startsElsewhere || placed.current) return;
    placed.current = true;
    showNewest();
  }, [startsElsewhere, showNewest]);

  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = { newest, complete };
    // What the thread was opened with is not new, nor what was loaded at its end.
    const arrived = newest !== before.newest && before.newest !== undefined;
    const isNew = arrived && Boolean(before.complete && complete);
    const written = newestIsUnsent && newest !== before.newest;
    if (atEnd.current || written || (isNew && newestIsMine)) showNewest();
    else if (isNew) setMissed(true);
  }, [newest, newestIsMine, newestIsUnsent, complete, showNewest]);

  const fetchNear = useCallback(
    (box: HTMLElement, below: number) => {
      if (box.scrollTop < FETCH_PX) onNear('older');
      if (!complete && below < FETCH_PX) onNear('newer');
    },
    [complete, onNear],
  );

  const look = useCallback(
    (box: HTMLElement, last: Seen) => {
      // What stands in its place meanwhile has no end that one could leave.
      if (complete === undefined) return;
      const below = box.scrollHeight - box.scrollTop - box.clientHeight;
      // Rows and the composer change their height too: that is no scrolling up. The browser's own
      // search and a screen reader scroll without a hand.
      const byHand = performance.now() - touchedAt.current < BY_HAND_MS;
      const sameHeights = box.scrollHeight === last.height && box.clientHeight === last.shown;
      if (below < NEAR_PX) atEnd.current = complete;
      else if ((byHand || sameHeights) && box.scrollTop < last.top) atEnd.current = false;
      if (atEnd.current) setMissed(false);
      setFollowing(atEnd.current);
      setAway(!atEnd.current && (!complete || below > box.clientHeight));
      fetchNear(box, below);
    },
    [complete, fetchNear],
  );

  useEffect(() => {
    const box = frame.current;
    const inner = content.current;
    if (!box || !inner) return;
    let last = seenNow(box);
    const notice = () => {
      look(box, last);
      last = seenNow(box);
    };
    // A growing composer, a late font or a turned phone must not hide the end either.
    const sizes = new ResizeObserver(() => (atEnd.current ? showNewest() : notice()));
    const touch = () => {
      touchedAt.current = performance.now();
    };
    for (const hand of HANDS) box.addEventListener(hand, touch, { passive: true });
    box.addEventListener('scroll', notice, { passive: true });
    sizes.observe(box);
    sizes.observe(inner);
    return () => {
      for (const hand of HANDS) box.removeEventListener(hand, touch);
      box.removeEventListener('scroll', notice);
      sizes.disconnect();
    };
  }, [frame, content, look, showNewest]);

  return { away, missed, following, showNewest, leaveEnd };
}

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface ScrollPlace {
  frame: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** The key of the last entry. */
  newest: string | undefined;
  newestIsMine: boolean;
  /** It was just written here. */
  newestIsUnsent: boolean;
  /** The thread is loaded up to its end; undefined before anything is. */
  complete: boolean | undefined;
  /** Opened at one message instead of its end. */
  startsElsewhere: boolean;
  onNear: (end: 'older' | 'newer') => void;
}

/** This close to the end the reader counts as being there. */
const NEAR_PX = 48;
/** Scrolling this soon after a touch is the reader's own. */
const BY_HAND_MS = 1000;
/** Distance at which the next page is fetched, before it is visible. */
const FETCH_PX = 1200;

/** Measurements of the thread (px). */
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
 * Keeps a thread at its newest entry unless the reader has scrolled up: then new entries are only
 * announced. Requests more at either end.
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

  // The message does not exist: then the thread starts at its end.
  useLayoutEffect(() => {
    if (startsElsewhere || placed.current) return;
    placed.current = true;
    showNewest();
  }, [startsElsewhere, showNewest]);

  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = { newest, complete };
    // Neither the first entries nor a page loaded at the end are new.
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
      // The placeholder has no end to leave.
      if (complete === undefined) return;
      const below = box.scrollHeight - box.scrollTop - box.clientHeight;
      // Rows and the composer change height too, which is not scrolling up. The browser's search and
      // screen readers scroll without touch.
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
    // A growing composer, a late font or a rotated phone must not hide the end.
    // Noticed at once: what the reader scrolls in the same moment is told from it.
    const sizes = new ResizeObserver(() => {
      if (atEnd.current) showNewest();
      notice();
    });
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

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Hold, holdReadingPlace } from './reading-place.ts';

interface Ends {
  oldest: string | undefined;
  newest: string | undefined;
  newestIsMine: boolean;
}

/** So close to the end the reader counts as being there. */
const NEAR_PX = 48;

/**
 * Keeps a thread at its newest entry unless the reader has scrolled up: then what arrives is only
 * announced, and what comes or goes above does not move the lines being read.
 */
export function useNewestInSight({ oldest, newest, newestIsMine }: Ends) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const place = useRef<Hold | null>(null);
  const drawn = useRef({ oldest, newest });
  const [missed, setMissed] = useState(false);

  const showNewest = useCallback(() => {
    const box = frame.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);

  useLayoutEffect(() => {
    const arrived = newest !== drawn.current.newest;
    drawn.current = { oldest, newest };
    if (atEnd.current || (arrived && newestIsMine)) return showNewest();
    place.current?.restore();
    if (arrived) setMissed(true);
  }, [oldest, newest, newestIsMine, showNewest]);

  useEffect(() => {
    const box = frame.current;
    const inner = content.current;
    if (!box || !inner) return;
    const notice = () => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
      place.current = atEnd.current ? null : holdReadingPlace(box);
      if (atEnd.current) setMissed(false);
    };
    // A growing composer, a late font or a turned phone must not hide the end either.
    const sizes = new ResizeObserver(() => (atEnd.current ? showNewest() : notice()));
    box.addEventListener('scroll', notice, { passive: true });
    sizes.observe(box);
    sizes.observe(inner);
    return () => {
      box.removeEventListener('scroll', notice);
      sizes.disconnect();
    };
  }, [showNewest]);

  return { frame, content, missed, showNewest };
}

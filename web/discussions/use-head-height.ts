import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * The height (px) of what stands over the messages. Where it changes out of sight, the lines that
 * are being read stay where they are.
 */
export function useHeadHeight(
  frame: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
): number {
  const [height, setHeight] = useState(0);
  const before = useRef(0);

  useEffect(() => {
    const element = head.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => setHeight(element.offsetHeight));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [head]);

  useLayoutEffect(() => {
    const box = frame.current;
    const grown = height - before.current;
    const outOfSight = box && before.current > 0 && box.scrollTop >= before.current;
    before.current = height;
    if (outOfSight) box.scrollTop += grown;
  }, [frame, height]);

  return height;
}

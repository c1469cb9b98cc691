/** The page renders first; browsers without idle callbacks wait this long. */
const LATER_MS = 1500;

/** Does something once the page has nothing to do. Returns a function that takes it back. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, LATER_MS);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(act);
  return () => cancelIdleCallback(idle);
}

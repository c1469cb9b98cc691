/** Until code that did not come is fetched again: longer each time, by as much, up to the longest. */
const AGAIN_MS = 3000;
const LONGEST_MS = 30_000;

interface Options {
  /** Begins the first try, by default at once; what it returns takes that back. */
  begin?: (attempt: () => void) => () => void;
  /** Called each time that it fails. */
  onFailure?: () => void;
}

/**
 * Fetches code, again and again where that fails: after some seconds, and when the connection is back.
 * Returns a function that gives up. Older browsers remember which file failed, until the page is loaded anew.
 */
export function untilFetched<Part>(
  load: () => Promise<Part>,
  take: (part: Part) => void,
  { begin, onFailure }: Options = {},
): () => void {
  let isOver = false;
  let wait = 0;
  let cancel = () => {};
  const attempt = () =>
    void load().then(
      (part) => {
        if (!isOver) take(part);
      },
      (cause) => {
        if (isOver) return;
        console.error('Failed to load code', cause);
        wait = Math.min(wait + AGAIN_MS, LONGEST_MS);
        cancel = onceAfter(wait, attempt);
        onFailure?.();
      },
    );
  if (begin) cancel = begin(attempt);
  else attempt();
  return () => {
    isOver = true;
    cancel();
  };
}

/** By then, or as soon as the browser is online again. */
function onceAfter(wait: number, act: () => void): () => void {
  const go = () => {
    cancel();
    act();
  };
  const cancel = () => {
    clearTimeout(timer);
    removeEventListener('online', go);
  };
  const timer = setTimeout(go, wait);
  addEventListener('online', go);
  return cancel;
}

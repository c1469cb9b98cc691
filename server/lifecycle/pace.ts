import { setTimeout as sleep } from 'node:timers/promises';

/** While others ask for something, they have this many times as long as a piece of work takes. */
const REST = 3;
/** So long after the last request nobody is taken to wait for an answer (ms). */
const QUIET_MS = 500;
/**
 * A piece that takes so many times as long as the quickest lately competes with many. Twice as long is
 * what another server's run of the same work costs: it is no reason to rest.
 */
const SLOW = 4;
/** How much of the quickest is forgotten with each piece: the next ones may be larger. */
const FORGETTING = 1.01;

/** How a piece of work went, in milliseconds. */
interface Piece {
  took: number;
  /** Of those lately. */
  quickest: number;
  /** Since the last request that came to this server, when the piece was done. */
  quiet: number;
}

/**
 * How long to rest after a piece of work (ms). Nothing while nobody asks for anything. A piece that took far
 * longer than others has met the requests of another server in the database, or a machine that is busy.
 */
export function restAfter({ took, quickest, quiet }: Piece): number {
  const isAsked = quiet < took + QUIET_MS;
  return isAsked || took > SLOW * quickest ? REST * took : 0;
}

/**
 * Does one piece of work after the other, and leaves requests their room between them. A piece answers
 * false where another server had done it already: that is over at once, and says nothing of others.
 */
export function inPace(
  server: Readonly<{ askedAt: number }>,
): (work: () => Promise<boolean>) => Promise<void> {
  let quickest = Number.POSITIVE_INFINITY;
  return async (work) => {
    const began = performance.now();
    if (!(await work())) return;
    const now = performance.now();
    const took = now - began;
    quickest = Math.min(took, quickest * FORGETTING);
    const rest = restAfter({ took, quickest, quiet: now - server.askedAt });
    if (rest > 0) await sleep(rest);
  };
}

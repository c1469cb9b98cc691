const LONGEST_MS = 30_000;

/** How long to wait after so many failures (ms): doubles with each; the random part spreads many tabs. */
export function backoff(failures: number): number {
  return Math.min(LONGEST_MS, 500 * 2 ** failures) * (0.5 + Math.random() / 2);
}

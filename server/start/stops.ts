import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const TICK_MS = 1000;

/** What was started, in its order; stopped the other way round. */
export class Stops {
  #waitsFor: string | null = null;
  readonly #all: { what: string; stop: () => Promise<unknown> }[] = [];

  add(what: string, stop: () => Promise<unknown>): void {
    this.#all.push({ what, stop });
  }

  /** What has not stopped yet, while all of it is stopped. */
  get waitsFor(): string | null {
    return this.#waitsFor;
  }

  /**
   * One that fails does not keep the rest running.
   * @throws AggregateError with all failures
   */
  async stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const { what, stop } of this.#all.splice(0).reverse()) {
      this.#waitsFor = what;
      try {
        await stop();
      } catch (error) {
        failures.push(error);
      }
    }
    this.#waitsFor = null;
    if (failures.length > 0) throw new AggregateError(failures, 'The server did not stop cleanly.');
  }
}

/**
 * Waits for `work`, and at most so long (ms): then it says so, and goes on. For what holds nothing of
 * worth any more.
 */
export async function atMost(
  milliseconds: number,
  work: Promise<unknown>,
  tellLate: () => void,
): Promise<void> {
  const over = new AbortController();
  const late = sleep(milliseconds, true, { signal: over.signal, ref: false }).catch(() => false);
  const isLate = await Promise.race([work.then(() => false), late]);
  over.abort();
  if (isLate) tellLate();
}

/**
 * Ends the process with 1 where its stop takes longer than some seconds, and says what it waited for.
 * Counted while the process has its turns: a machine that stands still for a while cuts nothing off.
 */
export function forceStopAfter(
  seconds: number,
  { log, waitsFor }: { log: Logger; waitsFor: () => string | null },
): void {
  let left = seconds;
  setInterval(() => {
    left -= 1;
    if (left > 0) return;
    log.error({ waits_for: waitsFor() }, `the stop took over ${seconds} s and is forced`);
    process.exit(1);
  }, TICK_MS).unref();
}

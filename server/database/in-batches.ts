import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isOutage } from './database-errors.ts';

/** How long other items wait for a batch that does not end (ms). */
const PATIENCE_MS = 250;

/** A caller that waits for its part of a batch. */
interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs an item at once where nothing is running; items that come meanwhile form the next batch. So
 * under load many share one wait, above all for the disk, and otherwise nobody waits. A batch that
 * hangs keeps its own items waiting and no others.
 * @param work one statement or transaction for all `items`; returns their results in order
 * @param most items per batch
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isBusy = false;

  async function workOff(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    while (waiting.length > 0) {
      const settled = settle(waiting.splice(0, most), work);
      await Promise.race([settled, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
    isBusy = false;
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    void workOff();
    return promise;
  };
}

/**
 * If the database refuses a batch, nothing of it was stored: each item is tried alone, so that one
 * bad item does not fail the others. After an outage, where the outcome may be unknown and another try
 * is no better, the error goes to the callers.
 */
async function settle<Item, Result>(
  batch: Waiting<Item, Result>[],
  work: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await work(batch.map(({ item }) => item));
    for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
  } catch (error) {
    if (batch.length > 1 && error instanceof pg.DatabaseError && !isOutage(error)) {
      for (const one of batch) await settle([one], work);
    } else for (const { reject } of batch) reject(error);
  }
}

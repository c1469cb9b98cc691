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
 * Runs an item at once where fewer than `atOnce` batches are under way; items that come meanwhile form the
 * next batch. So under load many share one wait, above all for the disk, and otherwise nobody waits. A batch
 * that hangs keeps its own items waiting and no others.
 */
export class Batches<Item, Result> {
  private readonly work: (items: Item[]) => Promise<Result[]>;
  private readonly most: number;
  private readonly atOnce: number;
  private readonly items: Waiting<Item, Result>[] = [];
  private underWay = 0;

  /**
   * @param work one statement or transaction for all `items`; returns their results in order
   * @param most items per batch
   */
  constructor(work: (items: Item[]) => Promise<Result[]>, most: number, atOnce = 1) {
    this.work = work;
    this.most = most;
    this.atOnce = atOnce;
  }

  /** Items that are in no batch yet. */
  get waiting(): number {
    return this.items.length;
  }

  add(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.items.push({ item, resolve, reject });
    void this.workOff();
    return promise;
  }

  private async workOff(): Promise<void> {
    if (this.underWay >= this.atOnce) return;
    this.underWay += 1;
    while (this.items.length > 0) {
      const settled = settle(this.items.splice(0, this.most), this.work);
      await Promise.race([settled, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
    this.underWay -= 1;
  }
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

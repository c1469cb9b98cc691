import pg from 'pg';

/** Who waits for their part of a batch. */
interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does what is asked for at once where nothing is under way; what comes meanwhile goes together
 * when that has ended. So under load many share the waits, for the disk above all, and where it is
 * quiet nobody waits for anybody.
 * @param work one statement, or one transaction, for all of `items`; gives a result for each, in
 *   their order
 * @param most how many go together
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
    while (waiting.length > 0) await settle(waiting.splice(0, most), work);
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
 * Of a batch that the database refuses nothing was kept: each tries alone, so that one that cannot
 * be done takes no other along. After a broken connection nobody knows: that is for the callers.
 */
async function settle<Item, Result>(
  batch: Waiting<Item, Result>[],
  work: (items: Item[]) => Promise<Result[]>,
): Promise<void> {
  try {
    const results = await work(batch.map(({ item }) => item));
    for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result);
  } catch (error) {
    if (batch.length > 1 && error instanceof pg.DatabaseError) {
      for (const one of batch) await settle([one], work);
    } else for (const { reject } of batch) reject(error);
  }
}

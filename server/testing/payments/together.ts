import type { Tx } from '../../database/database.ts';
import { untilWaiting } from '../lock-waits.ts';
import type { World } from '../world.ts';

/** Begins all of the work while these rows are locked; they go on when each of them waits. */
export async function together<Result>(
  world: World,
  lock: (tx: Tx) => Promise<unknown>,
  work: (() => Promise<Result>)[],
): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  await world.context.db.transaction().execute(async (tx) => {
    await lock(tx);
    begun.push(...work.map((each) => each()));
    await untilWaiting(world, work.length);
  });
  return Promise.all(begun);
}

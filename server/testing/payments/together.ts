import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Tx } from '../../database/database.ts';
import { PATIENCE } from '../patience.ts';
import type { World } from '../world.ts';

/** Begins all of the work while these rows are locked; they go on when each of them waits. */
export async function together<Result>(
  { context: { db } }: World,
  lock: (tx: Tx) => Promise<unknown>,
  work: (() => Promise<Result>)[],
): Promise<Result[]> {
  const begun: Promise<Result>[] = [];
  await db.transaction().execute(async (tx) => {
    await lock(tx);
    begun.push(...work.map((each) => each()));
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(work.length);
    }, PATIENCE);
  });
  return Promise.all(begun);
}

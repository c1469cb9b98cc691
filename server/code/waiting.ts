import type { Reader } from '../database/database.ts';

/** A version that waits to be read; undefined where it does not. */
export function waitingSnapshot(db: Reader, id: string) {
  return db
    .selectFrom('snapshots')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
}

export type Waiting = NonNullable<Awaited<ReturnType<typeof waitingSnapshot>>>;

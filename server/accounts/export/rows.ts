import { sql } from 'kysely';

/** Rows read at once; texts have up to 20,000 characters. */
export const BATCH = 100;

/** Reads a list batch by batch, so that a long one is never in memory as a whole. */
export async function* inBatches<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
  size = BATCH,
): AsyncGenerator<Row> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after);
    yield* rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}

/** Rows of a table after this one, in the order of time and id. */
export function later(table: string, after: { created_at: Date; id: string } | undefined) {
  if (!after) return sql<boolean>`true`;
  const place = sql`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)})`;
  return sql<boolean>`${place} > (${after.created_at}::timestamptz, ${after.id}::uuid)`;
}

/** Rows by what they belong to. */
export function grouped<Row, Key extends string>(
  rows: readonly Row[],
  key: (row: Row) => Key,
): (owner: Key) => Row[] {
  const groups = Map.groupBy(rows, key);
  return (owner) => groups.get(owner) ?? [];
}

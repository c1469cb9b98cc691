import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { invalidInput } from '#domain/refusals.ts';

/** Query of every list. Source: contract, "Lists". */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(500).optional(),
});

/** For lists of numbered items, whose cursor is the last number. */
export const numberedPageQuery = pageQuery.extend({
  cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type NumberedPageRequest = z.infer<typeof numberedPageQuery>;

/** The answer of every list. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** Cuts off the extra row that says whether there is a next page. */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  place: (last: Row) => readonly (string | number)[],
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items,
    next_cursor: more ? formatCursor(place(last)) : null,
  };
}

/** The cursor after an item. */
export function formatCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** The same for a numbered list. */
export function numberedPageOf<Row>(
  rows: Row[],
  limit: number,
  numberOf: (last: Row) => number,
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next_cursor: more ? String(numberOf(last)) : null };
}

// ISO 8601 has a year 0000, PostgreSQL has not.
const time = z.iso.datetime().refine((at) => !at.startsWith('0000'));
const placeSchema = z.tuple([time, z.guid()]);
const rankedPlaceSchema = z.tuple([z.int32(), time, z.guid()]);

/**
 * The time and id of the last item before a page.
 * @throws Refusal `invalid_input` for a cursor that we did not give out
 */
export const parseCursor = (cursor: string | undefined) => placeIn(cursor, placeSchema);

/** The same for a list ordered by a number first. */
export const parseRankedCursor = (cursor: string | undefined) => placeIn(cursor, rankedPlaceSchema);

/** What a cursor holds; null without one. */
export function placeIn<Place>(cursor: string | undefined, schema: z.ZodType<Place>): Place | null {
  if (cursor === undefined) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalidInput('cursor', 'This cursor is not valid');
  }
}

/**
 * One page of a query in the order of a time and an id, given as columns such as `t.id`.
 * @throws Refusal `invalid_input` for a cursor that we did not give out
 */
export async function readPage<DB, Table extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { limit, cursor }: PageRequest,
  { by: [time, id], order = 'desc' }: { by: [string, string]; order?: 'asc' | 'desc' },
): Promise<Page<Row>> {
  const after = parseCursor(cursor);
  const columns = sql`(${sql.ref(time)}, ${sql.ref(id)})`;
  const rows = await query
    .$if(after !== null, (all) =>
      all.where(
        sql<boolean>`${columns} ${order === 'asc' ? sql`>` : sql`<`}
          (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy(sql.ref(time), order)
    .orderBy(sql.ref(id), order)
    .limit(limit + 1)
    .execute();
  const field = time.slice(time.indexOf('.') + 1) as keyof (typeof rows)[number];
  return pageOf(rows, limit, (row) => [(row[field] as Date).toISOString(), row.id]);
}

/** The order of moderators' lists; the oldest first is a queue. */
export const LIST_ORDERS = ['newest', 'oldest'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** The query of such a list whose items are decided. */
export const queueQuery = <Status extends z.ZodType>(status: Status) =>
  pageQuery.extend({ status, order: z.enum(LIST_ORDERS).default('newest') });

export const directions = { newest: 'desc', oldest: 'asc' } as const satisfies Record<
  ListOrder,
  'asc' | 'desc'
>;

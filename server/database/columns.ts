/**
 * Rows that PostgreSQL has written into JSON column by column, as row by row it would take twice as
 * long: it looks up each value's type again.
 */
export type Columns<Row> = { [column: string]: unknown[] | null } & { of?: Row };

/**
 * What a row consists of. Each value costs PostgreSQL and us about the same, whatever it is: all
 * `flags`, which are never null, travel as one number, and all that is `rare`, which is null in most
 * rows, as one value.
 */
interface Parts<Row> {
  plain: readonly [keyof Row & string, ...(keyof Row & string)[]];
  flags?: readonly (keyof Row & string)[];
  rare?: readonly (keyof Row & string)[];
}

/** How rows are written, and read again. */
export interface Layout<Row> {
  /** SQL for all rows of `source` as one JSON value. */
  sql: (source: string) => string;
  /** The same where all that is rare is null in every row of `source`, which need not have it. */
  sqlWithoutRare: (source: string) => string;
  /** The rows, in their order. */
  rows: (columns: Columns<Row>) => Row[];
}

export function layoutOf<Row extends object>(parts: Parts<Row>): Layout<Row> {
  const { plain, flags = [], rare = [] } = parts;
  const bits = flags.map((name, bit) => `${name}::int * ${1 << bit}`).join(' + ');
  const lists = [
    ...plain.map((name) => `'${name}', json_agg(${name})`),
    ...(bits ? [`'flags', json_agg(${bits})`] : []),
  ];
  const rareOnes = `'rare', json_agg(case when num_nonnulls(${rare.join(', ')}) > 0
    then json_build_object(${rare.map((name) => `'${name}', ${name}`).join(', ')}) end)`;
  const rowAt = readerOf(parts);
  const sqlOf = (written: string[]) => (source: string) =>
    `(select json_build_object(${written.join(', ')}) from ${source})`;
  return {
    sql: sqlOf(rare.length > 0 ? [...lists, rareOnes] : lists),
    sqlWithoutRare: sqlOf(lists),
    rows: (columns) =>
      Array.from({ length: columns[plain[0]]?.length ?? 0 }, (_, place) => rowAt(columns, place)),
  };
}

/**
 * Compiled from the names, which stand in our code: to fill rows name by name takes three times as long.
 * @throws Error for a name that is more than one
 */
function readerOf<Row>({ plain, flags = [], rare = [] }: Parts<Row>) {
  const wrong = [...plain, ...flags, ...rare].find((name) => !/^[a-z_]+$/.test(name));
  if (wrong !== undefined) throw new Error(`not the name of a column: ${wrong}`);
  const members = [
    ...plain.map((name) => `${name}: columns.${name}[place]`),
    ...flags.map((name, bit) => `${name}: (columns.flags[place] & ${1 << bit}) > 0`),
    ...rare.map((name) => `${name}: columns.rare?.[place]?.${name} ?? null`),
  ];
  return new Function('columns', 'place', `return { ${members.join(', ')} }`) as (
    columns: Columns<Row>,
    place: number,
  ) => Row;
}

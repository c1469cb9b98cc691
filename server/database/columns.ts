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
  /**
   * SQL for all rows of `source` as one JSON value.
   * @param without columns that are null in all rows: `source` need not have them
   */
  sql: (source: string, without?: readonly (keyof Row & string)[]) => string;
  /** The rows, in their order. */
  rows: (columns: Columns<Row>) => Row[];
}

export function layoutOf<Row extends object>(parts: Parts<Row>): Layout<Row> {
  const { plain, flags = [], rare = [] } = parts;
  const bits = flags.map((name, bit) => `${name}::int * ${1 << bit}`).join(' + ');
  const rowAt = readerOf(parts);
  return {
    sql: (source, without = []) => {
      const there = (name: keyof Row & string) => !without.includes(name);
      const rareOnes = rare.filter(there);
      const lists = [
        ...plain.filter(there).map((name) => `'${name}', json_agg(${name})`),
        ...(bits ? [`'flags', json_agg(${bits})`] : []),
        ...(rareOnes.length > 0 ? [`'rare', json_agg(${rareSql(rareOnes)})`] : []),
      ];
      return `(select json_build_object(${lists.join(', ')}) from ${source})`;
    },
    rows: (columns) =>
      Array.from({ length: columns[plain[0]]?.length ?? 0 }, (_, place) => rowAt(columns, place)),
  };
}

/** SQL for the rare values of a row; null where all are. */
function rareSql(names: readonly string[]): string {
  const pairs = names.map((name) => `'${name}', ${name}`);
  return `case when num_nonnulls(${names.join(', ')}) > 0 then json_build_object(${pairs.join(', ')}) end`;
}

/**
 * A copy of these members of a row, compiled like the reader, as it is made for each row of each list:
 * copies by rest patterns showed in profiles.
 * @throws Error for a name that is more than one
 */
export function pickerOf<Row, Name extends keyof Row & string>(
  names: readonly Name[],
): (row: Row) => Pick<Row, Name> {
  const members = names.map((name) => `${plainName(name)}: row.${name}`);
  return new Function('row', `return { ${members.join(', ')} }`) as (row: Row) => Pick<Row, Name>;
}

/**
 * Compiled from the names, which stand in our code: to fill rows name by name takes three times as long.
 * @throws Error for a name that is more than one
 */
function readerOf<Row>({ plain, flags = [], rare = [] }: Parts<Row>) {
  const members = [
    ...plain.map((name) => `${plainName(name)}: columns.${name}?.[place] ?? null`),
    ...flags.map((name, bit) => `${plainName(name)}: (columns.flags[place] & ${1 << bit}) > 0`),
    ...rare.map((name) => `${plainName(name)}: columns.rare?.[place]?.${name} ?? null`),
  ];
  return new Function('columns', 'place', `return { ${members.join(', ')} }`) as (
    columns: Columns<Row>,
    place: number,
  ) => Row;
}

function plainName(name: string): string {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`not the name of a column: ${name}`);
  return name;
}

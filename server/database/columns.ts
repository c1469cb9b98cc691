/** Rows that PostgreSQL has written into JSON column by column: each list has a value for each row. */
export type Columns<Row> = { [Name in keyof Row]: Row[Name][] | null };

/**
 * SQL for all rows of `source` as one JSON value, column by column: row by row PostgreSQL would take
 * twice as long, as it looks up each value's type again.
 */
export function columnsSql(names: readonly string[], source: string): string {
  const lists = names.map((name) => `'${name}', json_agg(${name})`);
  return `(select json_build_object(${lists.join(', ')}) from ${source})`;
}

/** The rows, in their order. */
export function rowsOf<Row extends object>(columns: Columns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[];
  const [first] = names;
  const count = first === undefined ? 0 : (columns[first]?.length ?? 0);
  return Array.from({ length: count }, (_, place) => {
    const row = {} as Row;
    for (const name of names) row[name] = columns[name]?.[place] as Row[keyof Row];
    return row;
  });
}

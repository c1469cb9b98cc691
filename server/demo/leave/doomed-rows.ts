import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/database.ts';

/** A reference from one table to another: `columns` hold the values of `parent_columns`. */
interface Tie {
  child: string;
  parent: string;
  columns: string[];
  parent_columns: string[];
}

/** References without a foreign key, as these rows outlive people and requests. */
const LOOSE: Tie[] = [
  tie('ledger_entries', 'billing_record_id', 'billing_records', 'id'),
  tie('ledger_entries', 'payout_id', 'payouts', 'id'),
  tie('payouts', 'developer_id', 'profiles', 'id'),
  tie('provider_calls', 'developer_id', 'profiles', 'id'),
];

function tie(child: string, column: string, parent: string, parentColumn: string): Tie {
  return { child, parent, columns: [column], parent_columns: [parentColumn] };
}

/**
 * Rows to be deleted, with all rows that depend on them. Rows are identified by ctid, which stays
 * valid because the tables are locked.
 */
export class DoomedRows {
  readonly #tx: Tx;
  readonly #ties: Tie[];

  private constructor(tx: Tx, ties: Tie[]) {
    this.#tx = tx;
    this.#ties = ties;
  }

  static async none(tx: Tx): Promise<DoomedRows> {
    const tables = (await tablesOf(tx)).map((name) => sql.table(name));
    await sql`lock table ${sql.join(tables)} in share row exclusive mode`.execute(tx);
    await sql`create temp table doomed (relation text, place tid, primary key (relation, place))
      on commit drop`.execute(tx);
    return new DoomedRows(tx, [...(await tiesOf(tx)), ...LOOSE]);
  }

  /** Adds the rows of `table` (as `t`) for which `condition` holds. */
  async add(table: string, condition: RawBuilder<unknown>): Promise<void> {
    await sql`insert into doomed select ${table}::text, t.ctid from ${sql.table(table)} t
      where ${condition} on conflict do nothing`.execute(this.#tx);
  }

  /** Adds rows that refer to rows added before, until there are no more. */
  async spread(): Promise<void> {
    for (let grown = true; grown; ) {
      grown = false;
      for (const { child, parent, columns, parent_columns } of this.#ties) {
        const { numAffectedRows = 0n } = await sql`
          insert into doomed select ${child}::text, t.ctid from ${sql.table(child)} t
          join ${sql.table(parent)} p on ${same('t', columns, 'p', parent_columns)}
          join doomed d on d.relation = ${parent}::text and d.place = p.ctid
          on conflict do nothing`.execute(this.#tx);
        grown ||= numAffectedRows > 0n;
      }
    }
  }

  /** Counts the rows of `table` to be deleted for which `condition` holds. */
  async count(table: string, condition = sql<boolean>`true`): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} t
      join doomed d on d.relation = ${table}::text and d.place = t.ctid
      where ${condition}`.execute(this.#tx);
    return rows[0]?.count ?? 0;
  }

  /**
   * Counts the rows of `table` to be deleted although they refer to a row of `parent` that stays.
   */
  async countTornFrom(table: string, parent: string): Promise<number> {
    const ties = this.#ties.filter((each) => each.child === table && each.parent === parent);
    if (ties.length === 0) return 0;
    const torn = ties.map(
      ({ columns, parent_columns }) => sql<boolean>`exists (
        select from ${sql.table(parent)} p where ${same('t', columns, 'p', parent_columns)}
          and not exists (select from doomed e
            where e.relation = ${parent}::text and e.place = p.ctid))`,
    );
    return this.count(table, sql<boolean>`(${sql.join(torn, sql` or `)})`);
  }

  /** The tables to delete from, dependent ones first. */
  async tables(): Promise<string[]> {
    const { rows } = await sql<{ relation: string }>`
      select distinct relation from doomed order by relation`.execute(this.#tx);
    const left = new Set(rows.map(({ relation }) => relation));
    const sorted: string[] = [];
    while (left.size > 0) {
      const isHeld = (name: string) =>
        this.#ties.some(
          ({ child, parent }) => parent === name && child !== name && left.has(child),
        );
      const next = [...left].filter((name) => !isHeld(name));
      if (next.length === 0) throw new Error(`tables hang on each other: ${[...left].join(', ')}`);
      for (const name of next) left.delete(name);
      sorted.push(...next);
    }
    return sorted;
  }

  /** Leaves the rows of files to the job that deletes their bytes. */
  async markFiles(): Promise<void> {
    await sql`update files t set status = 'removed' from doomed d
      where d.relation = 'files' and d.place = t.ctid`.execute(this.#tx);
  }

  async remove(table: string): Promise<void> {
    await sql`delete from ${sql.table(table)} t using doomed d
      where d.relation = ${table}::text and d.place = t.ctid`.execute(this.#tx);
  }
}

function same(one: string, columns: string[], other: string, otherColumns: string[]) {
  const pairs = columns.map(
    (column, index) =>
      sql<boolean>`${sql.ref(`${one}.${column}`)} = ${sql.ref(`${other}.${otherColumns[index]}`)}`,
  );
  return sql.join(pairs, sql` and `);
}

async function tablesOf(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(tx);
  return rows.map(({ name }) => name);
}

async function tiesOf(tx: Tx): Promise<Tie[]> {
  const { rows } = await sql<Tie>`
    select child.relname as child, parent.relname as parent,
      array(select attname::text from unnest(conkey) with ordinality k (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
      array(select attname::text from unnest(confkey) with ordinality k (number, place)
        join pg_attribute on attrelid = confrelid and attnum = number order by place) as parent_columns
    from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace`.execute(tx);
  return rows;
}

/** Tables with triggers against truncating or changing them. */
export async function guardedTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgtype & 32 <> 0`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Tables with a column whose name matches. */
export async function tablesWith(tx: Tx, pattern: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
      and column_name like ${pattern}
    group by table_name`.execute(tx);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

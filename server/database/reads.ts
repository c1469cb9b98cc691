import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { Batches } from './batches.ts';
import type { Connections, Database } from './database.ts';

/** Callers who share a statement, and statements of one kind that are under way at once. */
const MOST_TOGETHER = 16;
const AT_ONCE = 2;

/** What a caller gives, by the names of the statement. */
type Asked = Readonly<Record<string, unknown>>;

interface Placed {
  /** Of its caller among those of the statement. */
  place: number;
}

/**
 * Connections for the most frequent reads: those that come at the same moment go by one statement. Its start
 * costs PostgreSQL and us as much as the reading of one page.
 */
export class Reads implements Connections {
  readonly pool: pg.Pool;
  readonly db: Database;
  private readonly batches = new Map<string, Batches<Asked, unknown>>();

  constructor({ pool, db }: Connections) {
    this.pool = pool;
    this.db = db;
  }

  /**
   * The row of a caller, or nothing.
   * @param statement SQL from `readOf`
   */
  ask<Row>(statement: string, asked: Asked): Promise<Row | undefined> {
    let batches = this.batches.get(statement);
    if (!batches) {
      batches = new Batches((all) => this.read(statement, all), MOST_TOGETHER, AT_ONCE);
      this.batches.set(statement, batches);
    }
    return batches.add(asked) as Promise<Row | undefined>;
  }

  /** Callers who wait for a connection, or for a statement to go with. */
  get waiting(): number {
    return this.batches
      .values()
      .reduce((sum, { waiting }) => sum + waiting, this.pool.waitingCount);
  }

  private async read(statement: string, all: Asked[]): Promise<unknown[]> {
    const asked = JSON.stringify(all.map((one, place) => ({ ...one, place })));
    const { rows } = await this.db.executeQuery<Placed>(CompiledQuery.raw(statement, [asked]));
    const found = new Map(rows.map((row) => [row.place, row]));
    return all.map((_, place) => found.get(place));
  }
}

/**
 * SQL that reads one row for each of its callers. Build it once, as statements are prepared by their text.
 * @param from SQL for at most one row, of what the caller gives as `asked`
 * @param types the SQL types of that, by name
 */
export function readOf(
  columns: string,
  from: string,
  types: Readonly<Record<string, string>>,
): string {
  const given = Object.entries(types).map(([name, type]) => `, ${name} ${type}`);
  // Without the limit PostgreSQL expects a hundred callers.
  return `select asked.place, ${columns}
    from (select * from json_to_recordset($1) as given(place int${given.join('')})
      limit ${MOST_TOGETHER}) asked, ${from}`;
}

import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';

/** Compiles SQL without a database. */
const writer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * A fragment of SQL as text, for statements written as text.
 * @throws Error for one with a value, which text cannot carry safely
 */
export function textOf(fragment: RawBuilder<unknown>): string {
  const { sql, parameters } = fragment.compile(writer);
  if (parameters.length > 0) throw new Error(`values cannot be a part of text: ${sql}`);
  return sql;
}

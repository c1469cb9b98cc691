import { sql } from 'kysely';
import type { Place } from '../config/sealed.ts';
import type { Database } from './database.ts';

/** A column that `seal` has written. */
export interface SealedColumn {
  table: string;
  column: string;
  purpose: Place['purpose'];
  /** The columns of its primary key, of which the id consists that it is sealed for; usually just that. */
  names?: readonly string[];
}

/** Secrets that nobody can give again. */
export const SECRETS: readonly SealedColumn[] = [
  { table: 'factors', column: 'sealed_secret', purpose: 'factors' },
  { table: 'webhooks', column: 'sealed_secret', purpose: 'webhooks' },
  { table: 'webhooks', column: 'old_sealed_secret', purpose: 'webhooks' },
  { table: 'snapshots', column: 'sealed', purpose: 'code' },
];

/** All that is sealed. */
export const SEALED: readonly SealedColumn[] = [
  ...SECRETS,
  { table: 'mails', column: 'words', purpose: 'mails' },
  {
    table: 'idempotency_keys',
    column: 'sealed_answer',
    purpose: 'answers',
    names: ['owner', 'key'],
  },
];

interface SealedValue {
  place: Place;
  sealed: Buffer;
  /** Unless it was replaced meanwhile. */
  replace: (anew: Buffer) => Promise<unknown>;
}

const AT_A_TIME = 100;

/** The values of a column, some at a time. */
export async function* sealedIn(
  db: Database,
  { table, column, purpose, names = ['id'] }: SealedColumn,
): AsyncGenerator<SealedValue> {
  const [rows, value] = [sql.table(table), sql.ref(column)];
  const columns = sql.join(names.map((name) => sql.ref(name)));
  let after = sql`true`;
  for (let more = true; more; ) {
    const found = await sql<{ id: string[]; sealed: Buffer }>`
      select array[${columns}]::text[] as id, ${value} as sealed from ${rows}
      where ${after} and ${value} is not null order by ${columns} limit ${AT_A_TIME}`.execute(db);
    for (const { id, sealed } of found.rows) {
      const replace = (anew: Buffer) =>
        sql`update ${rows} set ${value} = ${anew}
          where (${columns}) = (${sql.join(id)}) and ${value} = ${sealed}`.execute(db);
      yield { place: { purpose, id: id.join(' ') }, sealed, replace };
    }
    const last = found.rows.at(-1);
    if (last) after = sql`(${columns}) > (${sql.join(last.id)})`;
    more = last !== undefined;
  }
}

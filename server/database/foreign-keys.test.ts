import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../testing/new-database.ts';
import { connect, queries } from './database.ts';

/**
 * PostgreSQL follows them where a row is deleted, and we where something is looked for. People's profiles
 * are never deleted, and what they did is looked for by indexes of their own.
 */
test('what names another row is found through an index, whatever it names but a person', async () => {
  const pool = connect(await newDatabase({ migrated: true }), { connections: 1 });
  onTestFinished(() => pool.end());
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as key from pg_constraint c
    where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> 'profiles'::regclass
      and not exists (select from pg_index i where i.indrelid = c.conrelid
        and i.indkey[0] = any (c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))
    order by key`.execute(queries(pool));
  expect(rows.map(({ key }) => key)).toEqual([]);
});

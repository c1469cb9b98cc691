import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Columns, columnsSql, rowsOf } from './columns.ts';

const client = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => client.connect());
afterAll(() => client.end());

async function read(source: string): Promise<object[]> {
  const { rows } = await client.query<{ list: Columns<object> }>(
    `select ${columnsSql(['n', 'words', 'files'], `(${source}) list`)} as list`,
  );
  return rowsOf(rows[0]?.list ?? {});
}

test('rows come back in their order, with what is null and what is JSON', async () => {
  const source = `select * from (values (2, 'two', '{"a": 1}'::json), (1, null, '{}'), (3, null, '[]'))
    v (n, words, files)`;
  expect(await read(source)).toEqual([
    { n: 2, words: 'two', files: { a: 1 } },
    { n: 1, words: null, files: {} },
    { n: 3, words: null, files: [] },
  ]);
});

test('of no rows, none come back', async () => {
  expect(await read(`select 1 as n, 'one' as words, null as files where false`)).toEqual([]);
});

import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Columns, layoutOf } from './columns.ts';

const client = new pg.Client({ connectionString: inject('databaseUrl') });
beforeAll(() => client.connect());
afterAll(() => client.end());

interface Row {
  n: number;
  words: string | null;
  files: unknown;
  is_read: boolean;
  is_edited: boolean;
  help: unknown;
  code: unknown;
}

const layout = layoutOf<Row>({
  plain: ['n', 'words', 'files'],
  flags: ['is_read', 'is_edited'],
  rare: ['help', 'code'],
});

async function read(values: string): Promise<Row[]> {
  const source = `(select * from (values ${values})
    v (n, words, files, is_read, is_edited, help, code)) list`;
  const { rows } = await client.query<{ list: Columns<Row> }>(
    `select ${layout.sql(source)} as list`,
  );
  return layout.rows(rows[0]?.list ?? {});
}

test('rows come back in their order, with what is null and what is JSON', async () => {
  const values = `(2, 'two', '{"a": 1}'::json, true, false, null::json, null::json),
    (1, null, '{}', false, true, '{"by": "me"}', null), (3, null, '[]', true, true, 'false', '0')`;
  expect(await read(values)).toEqual([
    {
      n: 2,
      words: 'two',
      files: { a: 1 },
      is_read: true,
      is_edited: false,
      help: null,
      code: null,
    },
    {
      n: 1,
      words: null,
      files: {},
      is_read: false,
      is_edited: true,
      help: { by: 'me' },
      code: null,
    },
    { n: 3, words: null, files: [], is_read: true, is_edited: true, help: false, code: 0 },
  ]);
});

test.for([
  { without: ['words', 'help', 'code'], columns: 'null as files' },
  { without: ['files', 'code'], columns: 'null as words, null::json as help' },
] as const)('$without may be left out where they are null', async ({ without, columns }) => {
  const source = `(select 1 as n, true as is_read, false as is_edited, ${columns}) list`;
  const { rows } = await client.query<{ list: Columns<Row> }>(
    `select ${layout.sql(source, without)} as list`,
  );
  expect(layout.rows(rows[0]?.list ?? {})).toEqual([
    { n: 1, words: null, files: null, is_read: true, is_edited: false, help: null, code: null },
  ]);
});

test('of no rows, none come back', async () => {
  const { rows } = await client.query<{ list: Columns<Row> }>(
    `select ${layout.sql(`(select 1 as n, null as words, null as files, true as is_read,
      true as is_edited, 1 as help, 1 as code where false) list`)} as list`,
  );
  expect(layout.rows(rows[0]?.list ?? {})).toEqual([]);
});

test('only names become code', () => {
  const name = 'n: process.exit(), x' as 'n';
  expect(() => layoutOf<Row>({ plain: [name] })).toThrow('not the name of a column');
});

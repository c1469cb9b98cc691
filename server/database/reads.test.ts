import { afterAll, expect, inject, test } from 'vitest';
import { connect, queries } from './database.ts';
import { Reads, readOf } from './reads.ts';

const pool = connect(inject('databaseUrl'), { connections: 2 });
afterAll(() => pool.end());

test('callers of the same moment share statements, and each gets their own row', async () => {
  let statements = 0;
  const db = queries(pool, () => {
    statements += 1;
  });
  const reads = new Reads({ pool, db });
  const doubled = readOf(
    'found.*',
    'lateral (select asked.number * 2 as double where asked.number <> 7) found',
    { number: 'int' },
  );
  const asked = Array.from({ length: 40 }, (_, number) =>
    reads.ask<{ double: number }>(doubled, { number }),
  );
  // Nothing was under way for the first two.
  expect(reads.waiting).toBe(38);
  const expected = Array.from({ length: 40 }, (_, number) =>
    number === 7 ? undefined : number * 2,
  );
  expect((await Promise.all(asked)).map((row) => row?.double)).toEqual(expected);
  expect(statements).toBe(5);
  expect(reads.waiting).toBe(0);
});

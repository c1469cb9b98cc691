import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { textOf } from './sql-text.ts';

it('a fragment is text with what it is made of', () => {
  const paid = sql`b.status = 'held'`;
  expect(textOf(sql`case when ${paid} then ${sql.lit(14)} else ${sql.ref('b.cents')} end`)).toBe(
    `case when b.status = 'held' then 14 else "b"."cents" end`,
  );
});

it('a value is refused: text has no place where it could not be read as SQL', () => {
  expect(() => textOf(sql`b.status = ${'held'}`)).toThrow('values cannot be a part of text');
});

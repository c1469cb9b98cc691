import { expect, test } from 'vitest';
import { monthName, monthShort, monthsLater } from './month-names.ts';

test('months are named in full and in short, in UTC', () => {
  expect([monthName('2026-11'), monthShort('2026-01')]).toEqual(['November 2026', 'Jan']);
});

test.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-05', -5, '2025-12'],
])('from %s, %i months later is %s', (month, later, expected) => {
  expect(monthsLater(month, later)).toBe(expected);
});

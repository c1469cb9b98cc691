import { expect, test } from 'vitest';
import { amountProblem, centsOf } from './payout-amount.ts';

test.each([
  ['90', 9000],
  ['90.5', 9050],
  [' $1,234.50 ', 123_450],
  ['0.01', 1],
  ['.5', null],
  ['1.005', null],
  ['-5', null],
  ['1e3', null],
  ['ten', null],
  ['', null],
])('an amount typed as "%s" is %s cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test('an amount to pay out is more than nothing and no more than there is', () => {
  expect(amountProblem('90.00', 9000)).toBeNull();
  expect(amountProblem('90.01', 9000)).toMatch(/cannot be more/);
  expect(amountProblem('0', 9000)).toMatch(/give an amount/);
  expect(amountProblem('all', 9000)).toMatch(/give an amount/);
});

import { expect, test } from 'vitest';
import { centsOf, dollarsOf } from './dollars.ts';

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['$12.05', 1205],
  ['1,234.50', 123_450],
  ['1,234,567', 123_456_700],
  // What stands for 12.50 in much of the world is no 1,250 dollars.
  ['12,50', null],
  ['12,5', null],
  ['1234,50', null],
  ['1,23.45', null],
  ['1.234,50', null],
  [' 0.01 ', 1],
  ['', null],
  ['12.505', null],
  ['-1', null],
  ['1e3', null],
  ['twelve', null],
  ['.5', null],
  ['90.', 9000],
])('the amount %j is %s cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

test('an amount in the field reads as it was', () => {
  expect(centsOf(dollarsOf(123_405))).toBe(123_405);
});

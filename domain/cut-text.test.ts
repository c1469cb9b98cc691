import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginningOf, shortened } from './cut-text.ts';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['a👩‍👩‍👧', 5, 'a'],
  ['ne\u0301e', 2, 'n'],
  ['', 3, ''],
])('of %j the first %i are %j', (text, max, beginning) => {
  expect(beginningOf(text, max)).toBe(beginning);
});

it.each([
  ['Fix it', 6, 'Fix it'],
  ['Fix the login', 8, 'Fix the…'],
  ['Fix 👩‍👩‍👧 here', 9, 'Fix…'],
])('%j is shown in %i as %j', (text, max, shown) => {
  expect(shortened(text, max)).toBe(shown);
});

it('is never too long, never cut within a character, and never nothing of something', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.integer({ min: 1, max: 20 }),
      (text, max) => {
        const beginning = beginningOf(text, max);
        expect(beginning.length).toBeLessThanOrEqual(max);
        expect(beginning.isWellFormed()).toBe(true);
        expect(beginning).not.toBe('');
      },
    ),
  );
});

it('takes no longer for a text that is all one character', () => {
  const before = process.cpuUsage();
  expect(beginningOf(`a${'\u0301'.repeat(100_000)}`, 250)).toHaveLength(250);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
});

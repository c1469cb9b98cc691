import { expect, test } from 'vitest';
import { dayOf, dayWords } from './day-words.ts';

const now = new Date(2026, 2, 1, 0, 30);

// In the language of whoever runs it.
test.each([
  [new Date(2026, 2, 1, 0, 1), 'Today'],
  [new Date(2026, 1, 28, 23, 59), 'Yesterday'],
  [new Date(2026, 1, 27, 12), /^(?!.*2026).*27/],
  [new Date(2025, 11, 31, 12), /^(?=.*31).*2025/],
])('the day of %s has words of its own', (at, words) => {
  expect(dayWords(at, now)).toMatch(words);
});

test('two moments are of one day where their reader is', () => {
  expect(dayOf(new Date(2026, 2, 1, 23, 59))).toBe(dayOf(now));
  expect(dayOf(new Date(2026, 2, 2, 0, 0))).not.toBe(dayOf(now));
});

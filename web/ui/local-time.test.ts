import { expect, test } from 'vitest';
import { localZoned } from './local-time.ts';

test('a moment of another year names it', () => {
  const now = new Date(2026, 11, 30, 12);
  expect(localZoned(new Date(2026, 11, 31, 14, 20), now)).toMatch(/^Thu, Dec 31, 14:20/);
  expect(localZoned(new Date(2027, 0, 1, 14, 20), now)).toMatch(/^Fri, Jan 1, 2027, 14:20/);
});

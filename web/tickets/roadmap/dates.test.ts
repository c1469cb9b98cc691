import { expect, test } from 'vitest';
import { formatDay, formatShortDay } from './dates.ts';

test('a date of another year names it', () => {
  const now = new Date('2026-12-31T23:00:00Z');
  expect(formatDay('2026-11-24T23:59:59Z', now)).toBe('Tue, Nov 24');
  expect(formatDay('2027-01-01T23:59:59Z', now)).toBe('Fri, Jan 1, 2027');
  expect(formatShortDay('2025-11-24T12:00:00Z', now)).toBe('Nov 24, 2025');
});

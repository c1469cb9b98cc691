import { expect, test, vi } from 'vitest';
import { monthName, monthShort, monthsLater } from './month-names.ts';

test('months are named in full and in short, in UTC', () => {
  expect([monthName('2026-11'), monthShort('2026-01')]).toEqual(['November 2026', 'Jan']);
});

test('days of money are in UTC as well, wherever they are read', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.resetModules();
  const { dayName, longDayName } = await import('./month-names.ts');
  const evening = '2026-11-30T20:00:00-05:00';
  expect(new Date(evening).getDate()).toBe(30);
  expect([dayName(evening), longDayName(evening)]).toEqual(['Dec 1, 2026', 'December 1, 2026']);
  vi.unstubAllEnvs();
});

test.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-05', -5, '2025-12'],
])('from %s, %i months later is %s', (month, later, expected) => {
  expect(monthsLater(month, later)).toBe(expected);
});

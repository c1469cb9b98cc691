import { expect, test } from 'vitest';
import { rateText, timeZoneWords } from './unblocker-words.ts';

const WINTER = new Date('2026-01-15T12:00:00Z');

test('a time zone is told with its place and its offset', () => {
  expect(timeZoneWords('Europe/Berlin', WINTER)).toBe('Berlin, UTC+1');
  expect(timeZoneWords('UTC', WINTER)).toBe('UTC');
});

test('one that a browser does not know yet is told by its place alone', () => {
  // Names are added each year, and moved, as Europe/Kyiv was; this one stands for the next.
  expect(timeZoneWords('America/New_Town', WINTER)).toBe('New Town');
});

test('a rate is whole only where all of it is', () => {
  const rates = [
    [3, 3],
    [399, 400],
    [2, 3],
    [1, 400],
    [0, 400],
  ] as const;
  expect(rates.map(([count, of]) => rateText({ count, of }))).toEqual([
    '100%',
    '99%',
    '67%',
    '1%',
    '0%',
  ]);
  expect(rateText({ count: 0, of: 0 })).toBeNull();
});

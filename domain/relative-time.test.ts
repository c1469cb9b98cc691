import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-11-20T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const before = (age: number) => relativeTime(new Date(now.getTime() - age), now);

test.each([
  [0, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1 minute ago'],
  [2 * MINUTE, '2 minutes ago'],
  [HOUR - 1, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, '1 day ago'],
  [7 * DAY - 1, '6 days ago'],
])('a message %d ms old reads "%s"', (age, label) => {
  expect(before(age)).toBe(label);
});

test('a message of a week or more reads its local date', () => {
  const sent = new Date(now.getTime() - 7 * DAY);
  expect(relativeTime(sent, now)).toBe(sent.toLocaleDateString());
});

test('a message from a clock that runs ahead was sent just now', () => {
  expect(before(-5 * MINUTE)).toBe('just now');
});

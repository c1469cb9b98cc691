import { describe, expect, test } from 'vitest';
import { quietHoursSchema, tellableAt } from './quiet-hours.ts';

const newYork = { from: 22, to: 7, time_zone: 'America/New_York' };

describe('quiet hours', () => {
  test.each([
    ['2026-11-25T12:00:00Z', '2026-11-25T12:00:00.000Z', 'the morning, just over'],
    ['2026-11-25T03:00:00Z', '2026-11-25T12:00:00.000Z', 'the evening before'],
    ['2026-11-25T11:59:00Z', '2026-11-25T12:00:00.000Z', 'their last minute'],
    ['2026-07-01T10:30:00Z', '2026-07-01T11:00:00.000Z', 'summer time'],
  ])('of New York at %s end at %s: %s', (now, end) => {
    expect(tellableAt(newYork, new Date(now)).toISOString()).toBe(end);
  });

  test('may lie in the day, and in zones that are shifted by less than an hour', () => {
    const kathmandu = { from: 9, to: 17, time_zone: 'Asia/Kathmandu' };
    const at = tellableAt(kathmandu, new Date('2026-11-25T06:00:00Z'));
    expect(at.toISOString()).toBe('2026-11-25T11:15:00.000Z');
  });

  test('are none from an hour to the same hour, and none without a choice', () => {
    const now = new Date();
    expect(tellableAt(null, now)).toBe(now);
    expect(tellableAt({ from: 3, to: 3, time_zone: 'UTC' }, now)).toBe(now);
  });

  test('need a time zone that exists', () => {
    const time_zone = 'Mars/Olympus';
    expect(quietHoursSchema.safeParse({ ...newYork, time_zone }).success).toBe(false);
  });
});

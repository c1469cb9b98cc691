import { describe, expect, it } from 'vitest';
import { timeLeft } from './timer-words.ts';

const now = new Date('2026-11-16T10:00:00Z');
const inMinutes = (minutes: number) => timeLeft(new Date(now.getTime() + minutes * 60_000), now);

describe('the time that is left', () => {
  it.each([
    [-5, null],
    [0, null],
    [0.5, '1 min left'],
    [59, '59 min left'],
    [61, '1 h left'],
    [47 * 60, '47 h left'],
    [48 * 60, '2 days left'],
    [7 * 24 * 60 - 1, '6 days left'],
  ])('of %d minutes is said as %s', (minutes, words) => {
    expect(inMinutes(minutes)).toBe(words);
  });
});

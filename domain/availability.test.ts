import { describe, expect, it } from 'vitest';
import { availabilityInputSchema } from './availability.ts';
import { awayWords, newUnblockerWords } from './availability-words.ts';
import { DAY_MS } from './milliseconds.ts';

const problems = (input: object) =>
  availabilityInputSchema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('an availability', () => {
  it('takes a day, which ends in UTC, or a moment, within a year', () => {
    const day = inDays(10).slice(0, 10);
    const parse = (away_until: unknown) =>
      availabilityInputSchema.parse({ away_until, max_running: 5 }).away_until;
    expect(parse(day)).toEqual(new Date(`${day}T23:59:59.999Z`));
    expect(parse(inDays(365))).toBeInstanceOf(Date);
    expect(parse(null)).toBeNull();
    expect(parse(undefined)).toBeNull();
    // Today is not over.
    expect(parse(inDays(0).slice(0, 10))).toBeInstanceOf(Date);
  });

  it('refuses the past, a century, and what is no date, with its path', () => {
    const of = (away_until: unknown) => problems({ away_until, max_running: 5 });
    const past = [['away_until', 'Away Until must not be in the past']];
    expect(of(inDays(-0.01))).toEqual(past);
    expect(of(inDays(-1).slice(0, 10))).toEqual(past);
    const far = [['away_until', 'Away Until must be within a year']];
    expect(of(inDays(36_525))).toEqual(far);
    expect(of('2126-01-01')).toEqual(far);
    for (const odd of ['soon', '2026-02-30', '', 7, {}])
      expect(of(odd)).toEqual([['away_until', 'Away Until must be a date']]);
  });

  it('takes from one to ten requests, or any number', () => {
    const of = (max_running: unknown) => problems({ max_running });
    for (const fine of [1, 10, null]) expect(of(fine)).toBeUndefined();
    for (const odd of [0, 11, -1, 2.5, '3', undefined])
      expect(of(odd)).toEqual([['max_running', 'Please choose from 1 to 10']]);
  });

  it('is said by the calendar by which it was chosen', () => {
    expect(awayWords('2026-12-24T23:59:59.999Z')).toBe('Away until December 24, 2026');
    expect(newUnblockerWords(1)).toBe('New on Unblock: 1 of first 3 requests finished');
  });
});

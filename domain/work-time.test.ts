import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeWorkTime, formatWorkTime, parseWorkTime } from './work-time.ts';

describe('estimated work time', () => {
  it.each([
    ['3 hours 0 minutes', 180],
    ['1 hours 30 minutes', 90],
    ['1 hour 1 minute', 61],
    ['45 minutes', 45],
    ['2 hours', 120],
    ['02:30', 150],
    ['2:05', 125],
    ['01:30:00', 90],
    ['PT2H30M', 150],
    ['PT2H', 120],
    ['PT45M', 45],
  ])('reads "%s" as %i minutes', (text, minutes) => {
    expect(parseWorkTime(text)).toBe(minutes);
  });

  it.each(['', 'soon', 'PT', '2:75', '-1 hours', '1.5 hours', 'P1D', ' hours'])(
    'does not read "%s"',
    (text) => {
      expect(parseWorkTime(text)).toBeNull();
    },
  );

  it('reads back what it writes', () => {
    fc.assert(
      fc.property(fc.nat(60_000), (minutes) => {
        expect(parseWorkTime(formatWorkTime(minutes))).toBe(minutes);
      }),
    );
  });

  it('says it briefly to people', () => {
    expect(describeWorkTime(150)).toBe('2 h 30 min');
    expect(describeWorkTime(60)).toBe('1 h');
    expect(describeWorkTime(20)).toBe('20 min');
    expect(describeWorkTime(0)).toBe('0 min');
  });
});

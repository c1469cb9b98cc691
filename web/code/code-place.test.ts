import { describe, expect, it } from 'vitest';
import { hashOf, linesIn } from './code-place.ts';

describe('the lines that an address names', () => {
  it.each([
    ['#L12', { from: 12, to: 12 }],
    ['#L12-L20', { from: 12, to: 20 }],
    ['#L20-12', { from: 12, to: 20 }],
  ])('are read from %s', (hash, lines) => {
    expect(linesIn(hash)).toEqual(lines);
  });

  it.each(['', '#L', '#L0', '#L1-L', '#L-3', '#M3', '#L99999999', '#L1-L2-L3'])(
    'are none for %j',
    (hash) => {
      expect(linesIn(hash)).toBeNull();
    },
  );

  it('are written as they are read', () => {
    for (const lines of [null, { from: 3, to: 3 }, { from: 3, to: 9 }])
      expect(linesIn(hashOf(lines))).toEqual(lines);
  });
});

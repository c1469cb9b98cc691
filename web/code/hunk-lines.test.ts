import { describe, expect, it } from 'vitest';
import { numberedLines, pairedLines } from './hunk-lines.ts';

const hunk = {
  old_start: 4,
  old_lines: 4,
  new_start: 4,
  new_lines: 3,
  lines: [' a', '-b', '-c', '+B', ' d', '\\ No newline at end of file'],
};

describe('the lines of a change', () => {
  it('have their numbers on each side', () => {
    expect(numberedLines(hunk)).toEqual([
      { kind: 'same', text: 'a', before: 4, after: 4 },
      { kind: 'removed', text: 'b', before: 5, after: null },
      { kind: 'removed', text: 'c', before: 6, after: null },
      { kind: 'added', text: 'B', before: null, after: 5 },
      { kind: 'same', text: 'd', before: 7, after: 6 },
    ]);
  });

  it('stand beside what came in their place', () => {
    const pairs = pairedLines(numberedLines(hunk));
    expect(pairs.map(({ before, after }) => [before?.text, after?.text])).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', undefined],
      ['d', 'd'],
    ]);
  });
});

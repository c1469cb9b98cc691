import { expect, it } from 'vitest';
import { workOfThreads } from '../../server/testing/own-time.ts';
import { quickest } from '../../server/testing/patience.ts';
import { textDiff } from './text-diff.ts';

const shown = (before: string, after: string) =>
  textDiff(before, after)?.lines.map(
    ({ kind, text, before, after }) => `${before ?? ''}|${after ?? ''}|${kind}|${text}`,
  );

it('changed lines stand between a few that are the same', () => {
  const before = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`);
  const after = before.with(9, 'another').toSpliced(2, 0, 'new');
  expect(shown(before.join('\n'), after.join('\n'))).toEqual([
    '1|1|same|line 1',
    '2|2|same|line 2',
    '|3|added|new',
    '3|4|same|line 3',
    '4|5|same|line 4',
    '5|6|same|line 5',
    '||gap|',
    '7|8|same|line 7',
    '8|9|same|line 8',
    '9|10|same|line 9',
    '10||removed|line 10',
    '|11|added|another',
    '11|12|same|line 11',
    '12|13|same|line 12',
    '13|14|same|line 13',
  ]);
});

it('other ends of lines are no change, and an end without one is none to read', () => {
  expect(shown('a\r\nb\r\n', 'a\nb\n')).toEqual([]);
  expect(shown('a', 'a\n')?.every((line) => line.endsWith('|a'))).toBe(true);
});

it('a new file is all added, an emptied one all removed', () => {
  expect(shown('', 'a\nb\n')).toEqual(['|1|added|a', '|2|added|b']);
  expect(shown('a\n', '')).toEqual(['1||removed|a']);
});

it('a long one ends, and says how much is missing', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `${i}\n`).join('');
  expect(textDiff('', text)).toMatchObject({ added: 2000, removed: 0, hidden: 500 });
});

it('texts that have nothing in common are given up after a while', async () => {
  const noise = (seed: number) =>
    Array.from({ length: 60_000 }, (_, i) => `${(i * 7919 * seed) % 100_003}`).join('\n');
  const compare = () => expect(textDiff(noise(3), noise(5))).toBeNull();
  expect(await quickest(5000, () => workOfThreads(compare))).toBeLessThan(5000);
});

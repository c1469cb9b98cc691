import { expect, test } from 'vitest';
import { workOf } from '../../server/testing/own-time.ts';
import { wordDiff } from './word-diff.ts';

const marked = (before: string, after: string) =>
  wordDiff(before, after)
    ?.map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('');

test('two texts are compared word by word', () => {
  expect(marked('Fix the login', 'Fix the whole login')).toBe('Fix the +[whole ]login');
  expect(marked('Fix the login', 'Mend the login')).toBe('-[Fix]+[Mend] the login');
  expect(marked('Same', 'Same')).toBe('Same');
});

test('texts that were made to be slow are given up in time', () => {
  const words = (seed: number) =>
    Array.from({ length: 20_000 }, (_, place) => ((place * seed) % 7919).toString(36)).join(' ');
  expect(workOf(() => wordDiff(words(31), words(57)))).toBeLessThan(3000);
});

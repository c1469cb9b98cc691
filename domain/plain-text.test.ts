import { expect, test } from 'vitest';
import { excerptOf, withoutMarks } from './plain-text.ts';

test('an excerpt is the words of a text, without Markdown marks, on one line', () => {
  for (const [markdown, words] of [
    ['## Done\n\n- the **login** works\n- [x] _tested_', 'Done the login works tested'],
    ['> quoted\n> twice\n\nmine', 'quoted twice mine'],
    ['see [the log](https://a.example/x "Log") and ![a shot](b.png)', 'see the log and a shot'],
    ['`npm ci` fails:\n```sh\nnpm ERR! code\n```', 'npm ci fails: npm ERR! code'],
    ['| a | b |\n|---|:--:|\n| 1 | 2 |', '| a | b | | 1 | 2 |'],
    ['\\*kept\\* and <https://a.example>', '*kept* and https://a.example'],
    ['***all*** ~~gone~~ __strong__', 'all gone strong'],
  ] as const) {
    expect(excerptOf(markdown), markdown).toBe(words);
  }
});

test('what only looks like a mark stays', () => {
  for (const text of [
    'snake_case_name and __init__x',
    '2 * 3 * 4 = 24',
    'f(**kwargs)',
    'a < b && b > c',
    'array[0](x)y'.replace('](x)', '] (x)'),
    'C# and #tag',
    '-5 degrees, 3 - 4',
    '1. first',
  ]) {
    expect(excerptOf(text)).toBe(text);
  }
});

test('a mail keeps the lines of a text', () => {
  expect(withoutMarks('*See*\n```c\n*p = *q; # _x_\n```\n')).toBe('See\n\n*p = *q; # _x_');
  expect(withoutMarks('# One\n\n\n\n- two\n- *three*\n')).toBe('One\n\ntwo\nthree');
});

test('an excerpt is cut between characters', () => {
  expect([...excerptOf('😀'.repeat(500))]).toEqual(Array.from({ length: 140 }, () => '😀'));
});

test('no text takes long to be stripped of its marks', () => {
  const pieces = '* **a _ _a| ` [ ![ [a]( > - |- \\ ~~a <http:// = # \n'.split(' ');
  const before = process.cpuUsage();
  for (const piece of [...pieces, ' ', '\n\n- ', ' _a']) {
    withoutMarks(piece.repeat(20_000 / piece.length));
  }
  // Of one that takes the square of its length each would need seconds.
  const { user } = process.cpuUsage(before);
  expect(user / 1000).toBeLessThan(4000);
});

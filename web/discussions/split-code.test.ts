import { expect, test } from 'vitest';
import { splitCode } from './split-code.ts';

test('plain words stay one passage with their line breaks', () => {
  const text = 'Hello Ana,\n\nI had a look.\nMore tomorrow.';
  expect(splitCode(text)).toEqual([{ kind: 'words', text }]);
});

test('a pasted stack trace is code from its first line on', () => {
  const trace =
    'TypeError: Cannot read properties of undefined\n    at Cart (cart.tsx:42:18)\n    at main (app.tsx:7:3)';
  expect(splitCode(`It says:\n\n${trace}\n\nWhat now?`)).toEqual([
    { kind: 'words', text: 'It says:' },
    { kind: 'code', text: trace },
    { kind: 'words', text: 'What now?' },
  ]);
});

test('what stands between fences is code, without the fences', () => {
  expect(splitCode('Try:\n```ts\nlet a\n\n  b\n```\nDone')).toEqual([
    { kind: 'words', text: 'Try:' },
    { kind: 'code', text: 'let a\n\n  b' },
    { kind: 'words', text: 'Done' },
  ]);
});

test('the indentation of the first line of code is kept', () => {
  expect(splitCode('  if (a) {\n    b();\n  }')).toEqual([
    { kind: 'code', text: '  if (a) {\n    b();\n  }' },
  ]);
});

test('one indented line among words is no code', () => {
  const text = 'Two things:\n  the login\nand the rest';
  expect(splitCode(text)).toEqual([{ kind: 'words', text }]);
});

test('a fence that is never closed loses nothing', () => {
  const shown = splitCode('Look:\n```\nlet a').map(({ text }) => text);
  expect(shown.join('\n')).toBe('Look:\n```\nlet a');
});

test('nothing gives no passage', () => {
  expect(splitCode('')).toEqual([]);
});

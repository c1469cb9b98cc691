import { expect, test } from 'vitest';
import { highlightCode, highlightParts } from './highlight-code.ts';

const words = (code: string, language: string) => JSON.stringify(highlightCode(code, language));

test('code is highlighted in its language, and its text stays what it was', () => {
  const made = words('const a = "<b>";', 'ts');
  expect(made).toContain(
    '{"type":"element","tagName":"span","properties":{"className":["hljs-keyword"]}',
  );
  expect(made).toContain('<b>');
});

test('code of no named language, or of one that is not known, has no colours: nothing is guessed', () => {
  const python = 'import os\n\ndef add(self, b):\n    """Adds."""\n    return None';
  expect(words(python, 'python')).toContain('hljs-keyword');
  for (const language of ['', 'nonsense-language', '__proto__', 'constructor'])
    expect(highlightCode(python, language)).toBeNull();
});

test('code of more parts than a page can draw at once has no colours', () => {
  expect(highlightCode('"a" '.repeat(20_000), 'ts')).toBeNull();
});

test('parts of a file are highlighted each by itself: what one of them leaves open does not go on', () => {
  const [open = [], next] = highlightParts(['/* begun', 'const a = 1;'], 'ts') ?? [];
  expect(JSON.stringify(open)).toContain('hljs-comment');
  expect(next).toEqual(highlightCode('const a = 1;', 'ts'));
});

test('parts that are too much together, or of no known language, have no colours', () => {
  expect(highlightParts(Array(60).fill('"a" '.repeat(400)), 'ts')).toBeNull();
  expect(highlightParts(Array(60).fill('a'.repeat(3000)), 'ts')).toBeNull();
  expect(highlightParts(['const a'], '')).toBeNull();
});

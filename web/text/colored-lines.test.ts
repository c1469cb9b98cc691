import { expect, it } from 'vitest';
import { coloredLines } from './colored-lines.ts';
import { highlightCode } from './highlight-code.ts';

it('colours each line by itself, also where a mark goes over the end of a line', () => {
  const code = 'const a = 1;\n/* one\n\ntwo */\nreturn a;';
  const lines = coloredLines(highlightCode(code, 'typescript') ?? []);
  expect(lines.map((runs) => runs.map(({ text }) => text).join(''))).toEqual(code.split('\n'));
  expect(lines[1]).toEqual([{ text: '/* one', className: 'hljs-comment' }]);
  expect(lines[2]).toEqual([]);
  expect(lines[3]).toEqual([{ text: 'two */', className: 'hljs-comment' }]);
});

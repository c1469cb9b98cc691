import { expect, test } from 'vitest';
import { workOfThreads } from '../../server/testing/own-time.ts';
import { quickest } from '../../server/testing/patience.ts';
import { fenceCode } from './fence-code.ts';

test('plain words stay as they are', () => {
  const text = 'Hello Ana,\n\nI had a **look**.\nMore tomorrow.';
  expect(fenceCode(text)).toBe(text);
});

test('a pasted stack trace is fenced from its first line on, and is no language', () => {
  const trace =
    'TypeError: Cannot read properties of undefined\n    at Cart (cart.tsx:42:18)\n    at main (app.tsx:7:3)';
  expect(fenceCode(`It says:\n\n${trace}\n\nWhat now?`)).toBe(
    `It says:\n\n\`\`\`text\n${trace}\n\`\`\`\n\nWhat now?`,
  );
});

test('pasted code is fenced with its indentation', () => {
  expect(fenceCode('  if (a) {\n    b();\n  }')).toBe('```\n  if (a) {\n    b();\n  }\n```');
});

test('pasted markup is shown as code', () => {
  expect(fenceCode('<div>\n  <b>hi</b>\n</div>')).toBe('```\n<div>\n  <b>hi</b>\n</div>\n```');
});

test('what stands between fences is left alone, closed or not', () => {
  for (const text of [
    'Try:\n```ts\nlet a = 1;\n\n  b();\n```\nDone',
    '~~~\n{\n}\n~~~',
    '````md\n```\n{\n}\n```\n````',
    'Look:\n```\nlet a = {\n};',
    '1. first\n   ```js\n   a();\n   b();\n   ```\n2. second',
  ]) {
    expect(fenceCode(text)).toBe(text);
  }
});

test('lists keep what is indented below their entries', () => {
  const text = '- the login\n  which loops\n  for ever\n\n  since Monday\n1. one\n   two\n   three';
  expect(fenceCode(text)).toBe(text);
});

test('one indented line among words is no code', () => {
  const text = 'Two things:\n  the login\nand the rest';
  expect(fenceCode(text)).toBe(text);
});

test('code that holds fences itself gets longer ones', () => {
  expect(fenceCode('const a = "```";\nconst b = "````";')).toBe(
    '`````\nconst a = "```";\nconst b = "````";\n`````',
  );
});

test('a long text takes no long time', async () => {
  const fence = () => {
    for (const piece of ['```\n', '~~~', ' {', '`', '\n', '  a\n']) fenceCode(piece.repeat(7000));
  };
  expect(await quickest(2000, () => workOfThreads(fence))).toBeLessThan(2000);
});

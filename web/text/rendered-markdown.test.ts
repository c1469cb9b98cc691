import { setTimeout } from 'node:timers/promises';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { workOfThreads } from '../../server/testing/own-time.ts';
import { quickest } from '../../server/testing/patience.ts';
import { markdownTree } from './markdown-tree.ts';
import { RenderedMarkdown } from './rendered-markdown.tsx';

/** Each text in a turn of its own: what is drawn at once has a budget for each turn. */
async function html(text: string): Promise<string> {
  await setTimeout(1);
  return renderToStaticMarkup(createElement(RenderedMarkdown, { text, typed: 'as typed' }));
}

test('what looks like a tag is shown as text, wherever it stands', async () => {
  const tag = '<img src=x onerror=alert(1)>';
  for (const text of [tag, `a ${tag} b`, `- ${tag}`, `> ${tag}`, `| a |\n|-|\n| ${tag} |`]) {
    expect(await html(text), text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(await html(text), text).not.toContain('<img');
  }
  expect(await html('<script>\nalert(1)\n</script>')).not.toContain('<script');
});

test('links lead to the web in a tab of their own, and say nothing of us', async () => {
  const link = 'target="_blank" rel="noopener noreferrer nofollow"';
  expect(await html('[a](https://a.example/)')).toContain(`<a href="https://a.example/" ${link}`);
  expect(await html('see https://a.example/b')).toContain(`<a href="https://a.example/b" ${link}`);
});

test('a link to anywhere else is only its words', async () => {
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/api/me', 'mailto:a@b.c']) {
    expect(await html(`[words](${address})`), address).toMatch(/<p dir="auto">words<\/p>/);
  }
  expect(await html('[a]\n\n[a]: javascript:alert(1)')).not.toContain('href');
});

test('a picture from elsewhere is a link: nobody is told who reads', async () => {
  const shown = await html('![a chart](https://a.example/pixel.png)');
  expect(shown).not.toContain('<img');
  expect(shown).toContain('href="https://a.example/pixel.png"');
});

test('a stack trace keeps its lines', async () => {
  const trace = 'TypeError: x is undefined\n    at a (a.ts:1:2)\n    at b (b.ts:3:4)';
  expect(await html(`It says\n${trace}`)).toContain(`<code>${trace}</code>`);
});

test('each piece of text runs as its script does, and code from the left', async () => {
  expect(await html('*שלום*\n\n- مرحبا\n\n> שלום')).toMatch(
    /<p dir="auto">.*<ul dir="auto".*<blockquote dir="auto"/s,
  );
  expect(await html('```\nשלום\n```')).toContain('<div dir="ltr"');
});

test('line breaks are kept', async () => {
  expect(await html('*one*\ntwo')).toContain('<em>one</em><br/>\ntwo');
});

test('what is nested deeper than anybody writes stays as it was typed', async () => {
  const nested = Array.from({ length: 45 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n');
  expect(markdownTree(nested)).toBeNull();
  expect(await html(`${'> '.repeat(50)}x`)).toBe('as typed');
});

test('a text of more parts than anybody reads stays as it was typed', async () => {
  expect(markdownTree('*a* '.repeat(4000))).toBeNull();
});

test('a short text is read at once and holds up nobody, a long one is left to a worker', async () => {
  for (const piece of [
    '*a_',
    '_(',
    '<!--',
    '[a](b)',
    '|-|\n',
    '\n\nx',
    '[^1]: x\n\n',
    '**a ',
    '](<',
  ]) {
    const text = piece.repeat(1500 / piece.length);
    const time = await quickest(200, () => workOfThreads(() => html(text)));
    expect(time, piece).toBeLessThan(200);
  }
  expect(await html('*a* and words. '.repeat(1000))).toBe('as typed');
});

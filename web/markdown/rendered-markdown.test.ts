import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { quickest, timeOf } from '../../server/testing/patience.ts';
import { plainParagraphs } from './plain.ts';
import { RenderedMarkdown } from './rendered-markdown.tsx';

const html = (text: string) => renderToStaticMarkup(createElement(RenderedMarkdown, { text }));

test('what looks like a tag is shown as text, wherever it stands', () => {
  const tag = '<img src=x onerror=alert(1)>';
  for (const text of [tag, `a ${tag} b`, `- ${tag}`, `> ${tag}`, `| a |\n|-|\n| ${tag} |`]) {
    expect(html(text), text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html(text), text).not.toContain('<img');
  }
  expect(html('<script>\nalert(1)\n</script>')).not.toContain('<script');
});

test('links lead to the web in a tab of their own, and say nothing of us', () => {
  const link = 'target="_blank" rel="noopener noreferrer nofollow"';
  expect(html('[a](https://a.example/)')).toContain(`<a href="https://a.example/" ${link}`);
  expect(html('see https://a.example/b')).toContain(`<a href="https://a.example/b" ${link}`);
});

test('a link to anywhere else is only its words', () => {
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/api/me', 'mailto:a@b.c']) {
    expect(html(`[words](${address})`), address).toMatch(/<p dir="auto">words<\/p>/);
  }
  expect(html('[a]\n\n[a]: javascript:alert(1)')).not.toContain('href');
});

test('a picture from elsewhere is a link: nobody is told who reads', () => {
  const shown = html('![a chart](https://a.example/pixel.png)');
  expect(shown).not.toContain('<img');
  expect(shown).toContain('href="https://a.example/pixel.png"');
});

test('code is highlighted in its language, and its text stays what it was', () => {
  const shown = html('```ts\nconst a = "<b>";\n```');
  expect(shown).toContain('<span class="hljs-keyword">const</span>');
  expect(shown).toContain('&lt;b&gt;');
  expect(html('```nonsense-language\nconst a\n```')).not.toContain('hljs');
});

test('a stack trace keeps its lines', () => {
  const trace = 'TypeError: x is undefined\n    at a (a.ts:1:2)\n    at b (b.ts:3:4)';
  expect(html(`It says\n${trace}`)).toContain(`<code>${trace}</code>`);
});

test('each piece of text runs as its script does, and code from the left', () => {
  expect(html('*שלום*\n\n- مرحبا\n\n> שלום')).toMatch(
    /<p dir="auto">.*<ul dir="auto".*<blockquote dir="auto"/s,
  );
  expect(html('```\nשלום\n```')).toContain('<div dir="ltr"');
});

test('line breaks are kept', () => {
  expect(html('*one*\ntwo')).toContain('<em>one</em><br/>\ntwo');
});

test('what is nested deeper than anybody writes is refused, before anything is drawn', () => {
  const nested = Array.from({ length: 45 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n');
  expect(() => html(nested)).toThrow('Nested too deep');
});

test('no text keeps the page of its reader busy', async () => {
  const pieces = ['[', '![', '*', '**a ', '_a*b', '`', '~~', '<', '](', '|a', '\n|', 'a@', 'www.'];
  const more = ['&#', '[^a]', '\n- ', '\\', 'http://', '*a_', '> ', '- ', '1. ', '>', '\n> > - '];
  for (const piece of [...pieces, ...more]) {
    for (const length of [20_000, 1400 * piece.length]) {
      const text = piece.repeat(length / piece.length).slice(0, 20_000);
      const draw = () => plainParagraphs(text) ?? html(text);
      expect(await quickest(5000, () => timeOf(draw)), `${piece} ${length}`).toBeLessThan(5000);
    }
  }
}, 300_000);

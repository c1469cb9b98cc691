import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { workOf } from '../testing/own-time.ts';
import { titledList } from './mail-parts.ts';
import { markdownParts } from './markdown.ts';

const drawn = (text: string) => renderToStaticMarkup(markdownParts(text));

it('a description in a mail is drawn as Markdown', () => {
  const html = drawn('# First\n**Mend** the `cart`:\n\n- one\n- [x] two\n\n```\nnpm test\n```');
  expect(html).toMatch(/<p style="[^"]*font-weight:600[^"]*">First<\/p>/);
  expect(html).toContain('<strong>Mend</strong>');
  expect(html).toMatch(/<code[^>]*>cart<\/code>/);
  expect(html).toMatch(/<li>\s*(?:<p[^>]*>)?☑/);
  expect(html).toMatch(/<pre[^>]*>.*npm test/s);
  expect(html).not.toMatch(/\*\*|```|# /);
});

it('nothing in it leads anywhere, is fetched or is a tag', () => {
  const html = drawn(
    '<script>alert(1)</script> <b onclick="x">b</b>\n\n[pay](https://evil.example) ![dot](https://evil.example/dot.png) https://evil.example/bare [^1]\n\n[^1]: note',
  );
  expect(html).not.toMatch(/<(?:a|img|script|b|iframe|input)\b|href|src=|onclick="/);
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('pay');
});

it.each([
  ['quotes within quotes', '>'.repeat(400)],
  ['lists within lists', '- '.repeat(200)],
  ['open marks', '*a _b '.repeat(66)],
  ['open brackets', '['.repeat(400)],
  ['open code', '`'.repeat(399)],
  ['a table of bars', '|'.repeat(200)],
])('%s are drawn at once', (_, text) => {
  const draw = () => renderToStaticMarkup(titledList({ title: 'Mend it', text, items: [] }, 0));
  expect(workOf(draw)).toBeLessThan(1000);
});

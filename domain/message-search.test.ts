import { expect, test } from 'vitest';
import { searchWords, snippetOf } from './message-search.ts';

const shown = (text: string, query: string) =>
  snippetOf(text, searchWords(query))
    .map(({ text, match }) => (match ? `[${text}]` : text))
    .join('');

test('a search is taken apart into words, whatever stands between them', () => {
  expect(searchWords('  Cart.tsx:42 "user_id" <b> Größe, cart')).toEqual([
    'cart',
    'tsx',
    '42',
    'user',
    'id',
    'b',
    'größe',
  ]);
  expect(searchWords("&!|() ' \\ :*")).toEqual([]);
});

test('what was searched for is marked where words begin with it', () => {
  expect(shown('The cart in Cart.tsx, not the scart', 'cart')).toBe(
    'The [cart] in [Cart].tsx, not the scart',
  );
  expect(shown('Deploys and a deployment', 'deploy deployment')).toBe(
    '[Deploy]s and a [deployment]',
  );
});

test('a long text is cut round its first match', () => {
  const text = `${'before '.repeat(100)}needle${' after'.repeat(100)}`;
  const cut = shown(text, 'needle');
  expect(cut).toMatch(/^….*\[needle\].*…$/);
  expect(cut.length).toBeLessThan(180);
});

test('a text in which nothing can be marked is shown from its beginning, on one line', () => {
  expect(shown('First line\n\n  second', 'ﬁrst')).toBe('First line second');
});

test('a cut through an emoji leaves no half of it', () => {
  const pieces = snippetOf(`${'a'.repeat(159)}😀 b`, ['zzz']);
  expect(pieces.every(({ text }) => text.isWellFormed())).toBe(true);
});

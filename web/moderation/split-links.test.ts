import { describe, expect, test } from 'vitest';
import { splitLinks } from './split-links.ts';

const links = (text: string) =>
  splitLinks(text)
    .filter(({ kind }) => kind === 'link')
    .map((piece) => piece.text);

describe('a text of a stranger', () => {
  test('shows http and https addresses as links', () => {
    expect(links('See https://github.com/ada and http://example.com/x?y=1#z')).toEqual([
      'https://github.com/ada',
      'http://example.com/x?y=1#z',
    ]);
  });

  test('leaves the stop of a sentence out of the address', () => {
    expect(links('(https://example.com/cv).')).toEqual(['https://example.com/cv']);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.com',
    '<a href="x">no</a>',
    'https://bank.example@evil.example/',
    'https://',
  ])('makes no link of %s', (text) => {
    expect(links(text)).toEqual([]);
  });

  test('loses no character', () => {
    const text = 'A https://a.example, b\nhttps://user@b.example c!';
    expect(
      splitLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

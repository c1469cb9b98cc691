import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

test('a link leads to the web, and nowhere else', () => {
  expect(webAddress('https://example.com/a?b#c')).toBe('https://example.com/a?b#c');
  expect(webAddress('HTTP://EXAMPLE.com')).toBe('http://example.com/');
  for (const address of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt:1',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a/b',
    '/api/me',
    '//evil.example',
    '#top',
    'mailto:a@b.example',
    'tel:1',
    '',
    'https://',
  ]) {
    expect(webAddress(address), address).toBeUndefined();
  }
});

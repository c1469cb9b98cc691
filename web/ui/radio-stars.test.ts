import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RadioStars } from './radio-stars.tsx';

test('every radio covers its own star, so that a click on it is not caught by the label', () => {
  const props = { legend: 'Rating', value: 4, onChange: () => {} };
  const html = renderToStaticMarkup(createElement(RadioStars, props));
  const radios = html.match(/<input[^>]*>/g) ?? [];
  const names = radios.map((radio) => /aria-label="([^"]+)"/.exec(radio)?.[1]);
  expect(names).toEqual(['1 star', '2 stars', '3 stars', '4 stars', '5 stars']);
  for (const radio of radios) expect(radio).toContain('absolute inset-0 size-full');
  expect(html.match(/<label class="relative /g)).toHaveLength(5);
});

test('stars that are being sent keep the focus, as they are not taken away from the keyboard', () => {
  const props = { legend: 'Rating', value: 4, readOnly: true, onChange: () => {} };
  const html = renderToStaticMarkup(createElement(RadioStars, props));
  expect(html).not.toMatch(/\sdisabled=/);
  expect(html.match(/aria-disabled="true"/g)).toHaveLength(5);
});

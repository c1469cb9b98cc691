import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Money } from './money.tsx';

test.each([
  [123450, '$1,234.50'],
  [0, '$0.00'],
  [-0, '$0.00'],
  [-1800, '−$18.00'],
])('%i cents are shown as %s', (cents, shown) => {
  expect(renderToStaticMarkup(createElement(Money, { cents }))).toContain(`>${shown}<`);
});

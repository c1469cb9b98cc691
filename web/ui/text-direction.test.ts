import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Input } from './input.tsx';
import { Textarea } from './textarea.tsx';

test.each<[string, ReactElement]>([
  ['a line that is typed', createElement(Input)],
  ['a text that is typed', createElement(Textarea)],
])('%s is read from its own side', (_, element) => {
  expect(renderToStaticMarkup(element)).toContain('dir="auto"');
});

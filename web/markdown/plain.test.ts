import { expect, test } from 'vitest';
import { plainParagraphs } from './plain.ts';

test('words and line breaks are no Markdown', () => {
  expect(
    plainParagraphs('Hello Ana,\nhow are you?\n\n \nIt loops (again): 3.5 times, e.g. now!'),
  ).toEqual(['Hello Ana,\nhow are you?', 'It loops (again): 3.5 times, e.g. now!']);
});

test('whatever Markdown could read as more is left to it', () => {
  for (const text of [
    ...['a *b*', '_a_', '`a`', '~~a~~', '# a', '> a', 'a <b>', '[a](b)', 'a | b', 'a\\*', '&amp;'],
    ...['see https://a.example', 'HTTP://a.example', 'www.a.example', 'me@a.example', '- a', '+ a'],
    ...['1. a', '2) a', 'a\n===', 'a\n---', '    a', 'a\n\tb', 'a {\nb;\n}'],
  ]) {
    expect(plainParagraphs(text), text).toBeNull();
  }
});

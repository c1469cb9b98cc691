import { expect, test } from 'vitest';
import { workOfThreads } from '../../server/testing/own-time.ts';
import { quickest } from '../../server/testing/patience.ts';
import { plainParagraphs } from './plain.ts';

test('words and line breaks are no Markdown', () => {
  expect(
    plainParagraphs('Hello Ana,\nhow are you?\n\n \nIt loops (again): 3.5 times, e.g. now!'),
  ).toEqual(['Hello Ana,\nhow are you?', 'It loops (again): 3.5 times, e.g. now!']);
});

test('whatever Markdown could read as more is left to it', () => {
  for (const text of [
    'a *b*',
    '_a_',
    '`a`',
    '~~a~~',
    '# a',
    '> a',
    'a <b>',
    '[a](b)',
    'a | b',
    'a\\*',
    '&amp;',
    'see https://a.example',
    'HTTP://a.example',
    'www.a.example',
    'me@a.example',
    '- a',
    '+ a',
    '1. a',
    '2) a',
    'a\n===',
    'a\n---',
    '    a',
    'a\n\tb',
    'a {\nb;\n}',
  ]) {
    expect(plainParagraphs(text), text).toBeNull();
  }
});

test('no text keeps the page of its reader busy', async () => {
  for (const piece of [
    '\n',
    ' \n',
    '\n\nx',
    ' ',
    '\t',
    '- ',
    '1. ',
    '=',
    '=\n',
    'a@',
    '\n ;',
    '{ ',
  ]) {
    const text = `a${piece.repeat(20_000 / piece.length)}b`;
    const time = await quickest(200, () => workOfThreads(() => plainParagraphs(text)));
    expect(time, JSON.stringify(piece)).toBeLessThan(200);
  }
});

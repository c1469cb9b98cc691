import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Printer } from './printable.ts';

const latin = (codePoint: number) => codePoint < 0x250;
const limits = { one: 2000, all: 200_000, rest: 'the rest is in the JSON file' };

test('plain words are printed as they are', () => {
  expect(new Printer(latin, limits).show('Grüße!\nIt works.')).toBe('Grüße!\nIt works.');
});

test('what has no sign, hides or reorders letters is printed by its number', () => {
  const show = (text: string) => new Printer(() => true, limits).show(text);
  expect(new Printer(latin, limits).show('ok 😀')).toBe('ok [U+1F600]');
  expect(show('a\u202eb')).toBe('a[U+202E]b');
  expect(show('a\u0000\u200b\u0301')).toBe('a[U+0000][U+200B][U+0301]');
  expect(show('שלום')).toBe('[U+05E9][U+05DC][U+05D5][U+05DD]');
});

test('texts of any length are cut, and say so', () => {
  const printer = new Printer(latin, limits);
  for (let count = 0; count < 200; count++) {
    const shown = printer.show('word '.repeat(12_000));
    expect(shown.length).toBeLessThan(2100);
    expect(shown).toMatch(/ … \(the rest is in the JSON file\)$/);
  }
});

test('no word is longer than a line, and nothing unseen is left in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const shown = new Printer(latin, limits).show(text);
      expect(Math.max(...shown.split(/\s/).map((word) => word.length))).toBeLessThan(75);
      expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    }),
    { numRuns: 30 },
  );
});

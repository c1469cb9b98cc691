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
  expect(show('ܫܠܡܐ')).toBe('[U+072B][U+0720][U+0721][U+0710]');
});

test('an accent becomes one with its letter', () => {
  expect(new Printer(latin, limits).show('Cafe\u0301')).toBe('Caf\u00e9');
});

test('Chinese, Japanese and Korean get no spaces that nobody wrote', () => {
  const show = (text: string) => new Printer(() => true, limits).show(text);
  for (const text of ['修复'.repeat(80), 'テスト'.repeat(40), '로그인'.repeat(40)])
    expect(show(text)).toBe(text);
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

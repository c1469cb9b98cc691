import { describe, expect, it } from 'vitest';
import { chipName, isImageName, sizeWords } from './file-names.ts';

describe('the name on a chip', () => {
  it('is whole up to 20 characters, and keeps its ending when it is cut', () => {
    expect(chipName('exactly-20-chars.txt')).toBe('exactly-20-chars.txt');
    expect(chipName('exactly-21-chars!.txt')).toBe('exactly-21-chars….txt');
    expect(chipName('checkout-session-handler.test.tsx')).toBe('checkout-session-han….tsx');
  });

  it('is not cut through a character', () => {
    expect(chipName('🙂'.repeat(21))).toBe(`${'🙂'.repeat(20)}…`);
  });
});

it('images are known by their ending', () => {
  for (const ending of ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'PNG']) {
    expect(isImageName(`a.${ending}`)).toBe(true);
  }
  for (const name of ['png', 'a.png.exe', 'a.pdf', 'a.jpgx']) expect(isImageName(name)).toBe(false);
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [1500, '1.5 kB'],
  [812 * 1024, '812 kB'],
  [1024 * 1024 - 1, '1 MB'],
  [20 * 1024 * 1024, '20 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});

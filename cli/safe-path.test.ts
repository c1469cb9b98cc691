import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { isSameFolder, pathFrom, placeBelow, whyUnsafe } from './safe-path.ts';

test.each([
  '../up.txt',
  'src/../../up.txt',
  '..',
  '.. /up.txt',
  '/etc/passwd',
  '//server/share/a.txt',
  'C:/Windows/a.txt',
  'c:a.txt',
  '..\\up.txt',
  'src\\..\\..\\up.txt',
  '\\\\server\\share\\a.txt',
  '',
  'a\0.txt',
  'line\nbreak.txt',
  'name\u202etxt.exe',
  '.git/hooks/post-checkout',
  'src/.GIT/config',
  'git~1/config',
  '.git /config',
  `${'a/'.repeat(100)}deep.txt`,
  'a'.repeat(300),
])('the path %j is written nowhere, on any system', (path) => {
  for (const system of ['linux', 'darwin', 'win32']) expect(whyUnsafe(path, system)).not.toBeNull();
});

test.each([
  'CON',
  'nul.txt',
  'src/Aux.ts',
  'com1',
  'LPT9.log',
  'com¹.txt',
  'conout$',
  'nul .txt',
  'prn/a.txt',
  'a.txt:hidden',
  'what?.md',
  'a*b.ts',
  'a|b',
  'a<b>.ts',
  'a"b',
  'ends.',
  'ends ',
  'folder./a.ts',
])('%j is a name elsewhere, and none on Windows', (path) => {
  expect(whyUnsafe(path, 'win32')).toBe('is no name on Windows');
  expect(whyUnsafe(path, 'linux')).toBeNull();
});

test.each([
  'src/login.ts',
  'console.log',
  'src/auxiliary/com10.ts',
  'nullable.ts',
  '.env',
  'a b/ü/日本.md',
  'dist/out.js',
])('%j is a name everywhere', (path) => {
  for (const system of ['linux', 'darwin', 'win32']) expect(whyUnsafe(path, system)).toBeNull();
});

test('a path lies below its folder, on Windows as elsewhere', () => {
  expect(placeBelow('C:\\work\\shop', 'src/a.ts', win32)).toBe('C:\\work\\shop\\src\\a.ts');
  expect(placeBelow('C:\\', 'a.ts', win32)).toBe('C:\\a.ts');
  expect(placeBelow('/projects/shop', 'src/a.ts', posix)).toBe('/projects/shop/src/a.ts');
  for (const path of ['..', '../shop2/a.ts', 'src/../../shop2/a.ts', ''])
    for (const [folder, system] of [
      ['C:\\work\\shop', win32],
      ['/projects/shop', posix],
    ] as const)
      expect(placeBelow(folder, path, system)).toBeNull();
  expect(placeBelow('C:\\work\\shop', '..\\shop2\\a.ts', win32)).toBeNull();
});

test('a project is packed with / between its folders, on Windows as elsewhere', () => {
  expect(pathFrom('C:\\work', 'C:\\work\\shop\\src\\a.ts', win32)).toBe('shop/src/a.ts');
  expect(pathFrom('C:\\work', 'c:\\WORK\\shop', win32)).toBe('shop');
  expect(pathFrom('/projects', '/projects/shop/src/a.ts', posix)).toBe('shop/src/a.ts');
});

test('a session of c:\\work is about C:\\Work on Windows, and capitals count elsewhere', () => {
  expect(isSameFolder('c:\\work\\shop', 'C:\\Work\\Shop', 'win32')).toBe(true);
  expect(isSameFolder('c:\\work', 'C:\\Work2', 'win32')).toBe(false);
  expect(isSameFolder('/projects/shop', '/Projects/shop', 'linux')).toBe(false);
});

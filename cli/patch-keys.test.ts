import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Masking } from '../server/files/shield/masking.ts';
import { withoutKeys } from './own-words.ts';
import { withKeys } from './patch-keys.ts';
import { Machine } from './testing.ts';

const ONE = '{{SECRET:private_key:1}}';
const OTHER = '{{SECRET:private_key:2}}';
const SHORT = '{{SECRET:github:3}}';

const keysWith = (newline: string) =>
  new Map([
    [1, ['first', 'second', '', 'fourth'].join(newline)],
    [2, ['one', '+two', '-three', ' four', '\\five'].join(newline)],
    [3, 'short'],
  ]);

const filled = (text: string, newline: string) =>
  [...keysWith(newline)].reduce(
    (all, [number, key]) =>
      all.replaceAll(new RegExp(`\\{\\{SECRET:\\w+:${number}\\}\\}`, 'g'), () => key),
    text,
  );

const filler = (count: number) => Array.from({ length: count }, () => 'same');

const WHOLE = ['begin', `a = "${ONE}"`, 'days = 1', ...filler(20), `b = "${OTHER}";`, 'end = 1'];
const CHANGED = WHOLE.map((line) => line.replace('= 1', '= 2'));

test.each<[string, string[], string[], string]>([
  ['beside a key', WHOLE, CHANGED, '\n'],
  ['beside a key, with lines as on Windows', WHOLE, CHANGED, '\r\n'],
  ['in the line of a key', WHOLE, WHOLE.map((line) => line.replace('b =', 'c =')), '\n'],
  ['that takes a key out', WHOLE, WHOLE.toSpliced(1, 1), '\n'],
  ['that moves a key', [ONE, 'x', SHORT], ['x', SHORT, ONE], '\n'],
  ['that removes the file', [ONE, 'x'], [], '\n'],
])('a patch %s fits the file with the key', async (_, before, after, newline) => {
  const text = (lines: string[]) => lines.map((line) => line + newline).join('');
  const machine = new Machine('');
  const folder = await machine.folder('masked', { 'a.txt': text(before) });
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder }).toString('latin1');
  git('init', '-q');
  git('add', '-A');
  await writeFile(path.join(folder, 'a.txt'), text(after));
  const patch = withKeys(git('diff'), keysWith(newline));
  const own = await machine.folder('own', { 'a.txt': filled(text(before), newline) });
  const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd: own, input: patch });
  expect({ status, said: String(stderr) }).toMatchObject({ status: 0, said: '' });
  expect(await readFile(path.join(own, 'a.txt'), 'utf8')).toBe(filled(text(after), newline));
});

test('a patch without placeholders, or with those of others, stays as it is', () => {
  const patch = `--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@ x\n-{{SECRET:other:9}}\n+b\n \n\\ No newline\n@@ -9 +9 @@\n-x\n+y\n-- \n2.39\n`;
  expect(withKeys(patch, keysWith('\n'))).toBe(patch);
});

test('a patch whose keys have several lines is one that git takes, once placeholders stand for them', async () => {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const before = ['begin', ...filler(20), 'end', ...filler(20), 'last', ''].join('\n');
  const machine = new Machine('');
  const folder = await machine.folder('own', { 'a.txt': before, 'b.txt': 'b\n' });
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder }).toString();
  git('init', '-q');
  git('add', '-A');
  const after = (key: string) => before.replace('end', `end\n${key}`).replace('last', 'later');
  await writeFile(path.join(folder, 'a.txt'), after(pem));
  await writeFile(path.join(folder, 'b.txt'), `${pem}b\n`);
  const patch = withoutKeys(git('diff'), new Masking());
  expect(patch).not.toContain('PRIVATE KEY');
  const there = await machine.folder('there', { 'a.txt': before, 'b.txt': 'b\n' });
  const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd: there, input: patch });
  expect({ status, said: String(stderr) }).toMatchObject({ status: 0, said: '' });
  expect(await readFile(path.join(there, 'a.txt'), 'utf8')).toBe(after(`${ONE}\n`));
  expect(await readFile(path.join(there, 'b.txt'), 'utf8')).toBe(`${ONE}\nb\n`);
});

import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Masking } from '../server/files/shield/masking.ts';
import { OwnPlaceholders } from './own-placeholders.ts';
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

const pem = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trimEnd();
const [PEM, NEXT] = [pem(), pem()];
// Put together here, so that no source of ours holds anything like a key.
const TOKEN = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

/** What is only ours, with placeholders that stay the same for as long as a test runs. */
function ownMasking(machine: Machine): Masking {
  vi.stubEnv('XDG_STATE_HOME', machine.home);
  onTestFinished(() => void vi.unstubAllEnvs());
  return new Masking(new OwnPlaceholders());
}

test.each<[string, string[], string[]]>([
  ['adds a key', ['a', 'z', ''], ['a', PEM, 'z', '']],
  ['adds a file with a key', [], [PEM, 'z', '']],
  ['takes a key out', ['a', PEM, 'z', ''], ['a', 'z', '']],
  ['changes a line beside a key', ['a', PEM, 'z', ''], ['b', PEM, 'y', '']],
  ['replaces a key', ['a', PEM, 'z', ''], ['a', NEXT, 'z', '']],
  ['replaces two keys', ['a', PEM, 'm', NEXT, ''], ['a', NEXT, 'm', PEM, '']],
  ['replaces a key at an end without newline', ['a', PEM], ['a', NEXT]],
  ['ends a last line with a newline', ['a', PEM], ['a', PEM, '']],
  ['ends a last line without', ['a', PEM, ''], ['a', PEM]],
  ['changes the line of a key', [`a = "${PEM}"`, 'z', ''], [`b = "${PEM}"`, 'z', '']],
  ['changes the lines of a key', ['a', `${PEM}\r`, ''], ['a', PEM, '']],
  ['has lines as on Windows', [`${PEM}\na`.replaceAll('\n', '\r\n'), ''], ['b', '']],
  ['takes a key of one line out', ['a', TOKEN, 'z', ''], ['a', 'z', '']],
  ['has many hunks', ['a', PEM, ...filler(30), 'c', ''], ['b', PEM, ...filler(30), 'd', '']],
])(
  'a patch that %s fits what was sent, once placeholders stand for its keys',
  async (_, from, to) => {
    const [before, after] = [from.join('\n'), to.join('\n')];
    const machine = new Machine('');
    const masking = ownMasking(machine);
    const folder = await machine.folder('own', { 'a.txt': before, 'b.txt': 'b\n' });
    const git = (...words: string[]) => execFileSync('git', words, { cwd: folder }).toString();
    git('init', '-q');
    git('add', '-A');
    await writeFile(path.join(folder, 'a.txt'), after);
    await writeFile(path.join(folder, 'b.txt'), `${PEM}\nb\n`);
    const patch = withoutKeys(git('diff', '-U10'), masking);
    for (const sign of ['PRIVATE', TOKEN]) expect(patch).not.toContain(sign);
    const sent = masking.text(before, null) ?? '';
    const there = await machine.folder('there', { 'a.txt': sent, 'b.txt': 'b\n' });
    const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd: there, input: patch });
    expect({ status, said: String(stderr) }).toMatchObject({ status: 0, said: '' });
    expect(await readFile(path.join(there, 'a.txt'), 'utf8')).toBe(masking.text(after, null));
    expect(await readFile(path.join(there, 'b.txt'), 'utf8')).toBe(
      `${masking.text(PEM, null)}\nb\n`,
    );
  },
);

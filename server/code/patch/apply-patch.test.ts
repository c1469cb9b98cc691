import { describe, expect, it } from 'vitest';
import { Refusal } from '#domain/refusals.ts';
import { type Content, projectOf } from '../../testing/projects.ts';
import { applyPatch } from './apply-patch.ts';

const NUMBERS = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n';

/** The changed files by their paths, in Latin-1; null for one that is gone. */
async function applied(contents: Record<string, Content>, patch: string | Buffer) {
  const files = await applyPatch(projectOf(contents), Buffer.from(patch as string, 'latin1'));
  return Object.fromEntries(
    files.map(({ path, bytes }) => [path, bytes?.toString('latin1') ?? null]),
  );
}

async function refusal(contents: Record<string, Content>, patch: string | Buffer) {
  const error = await applied(contents, patch).then(
    (files) => files,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`was applied: ${JSON.stringify(error)}`);
  return [error.code, error.message];
}

const inFile = (hunks: string, name = 'f.txt') => `--- a/${name}\n+++ b/${name}\n${hunks}`;
const inGit = (lines: string, name = 'f.txt') => `diff --git a/${name} b/${name}\n${lines}`;

describe('a patch is applied', () => {
  it.each([
    ['where it stands', NUMBERS],
    ['further down', `zero\nnought\n${NUMBERS}`],
    ['further up', NUMBERS.replace('one\n', '')],
  ])('%s', async (_, content) => {
    const patch = inFile('@@ -3,3 +3,3 @@ anything\n three\n-four\n+4\n five\n');
    expect(await applied({ 'f.txt': content }, patch)).toEqual({
      'f.txt': content.replace('four', '4'),
    });
  });

  it('at the nearest place, further down before further up', async () => {
    const content = 'a\nx\na\nm\nm\nm\na\nx\na\n';
    const patch = inFile('@@ -4,3 +4,3 @@\n a\n-x\n+y\n a\n');
    expect(await applied({ 'f.txt': content }, patch)).toEqual({
      'f.txt': 'a\nx\na\nm\nm\nm\na\ny\na\n',
    });
  });

  it('also where its changes come in another order', async () => {
    const patch = inFile(
      '@@ -6,3 +6,3 @@\n six\n-seven\n+7\n eight\n@@ -2,3 +2,3 @@\n two\n-three\n+3\n four\n',
    );
    expect(await applied({ 'f.txt': NUMBERS }, patch)).toEqual({
      'f.txt': NUMBERS.replace('seven', '7').replace('three', '3'),
    });
  });

  it('to Windows line ends, Latin-1 and no last line break, byte by byte', async () => {
    const content = Buffer.from('caf\xe9\r\nth\xe9\r\nlait', 'latin1');
    const patch = inFile(
      '@@ -1,3 +1,3 @@\n caf\xe9\r\n-th\xe9\r\n-lait\n\\ No newline at end of file\n+cr\xe8me\r\n+lait\n',
    );
    expect(await applied({ 'f.txt': content }, patch)).toEqual({
      'f.txt': 'caf\xe9\r\ncr\xe8me\r\nlait\n',
    });
  });

  it('that came with Windows line ends itself', async () => {
    const patch = inGit(inFile('@@ -1,2 +1,2 @@\n a\n-b\n+c\n')).replaceAll('\n', '\r\n');
    expect(await applied({ 'f.txt': 'a\r\nb\r\n' }, patch)).toEqual({ 'f.txt': 'a\r\nc\r\n' });
  });

  it('that adds, removes, moves, copies and makes executable', async () => {
    const patch = [
      'diff --git a/new/n.txt b/new/n.txt\nnew file mode 100755\nindex 0000000..1111111\n--- /dev/null\n+++ b/new/n.txt\n@@ -0,0 +1 @@\n+n\n',
      'diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n',
      'diff --git a/gone b/gone\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-g\n',
      'diff --git a/one b/two words\nsimilarity index 90%\nrename from one\nrename to two words\n--- a/one\n+++ b/two words\t\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n',
      'diff --git a/kept b/copy\nsimilarity index 100%\ncopy from kept\ncopy to copy\n',
      'diff --git a/run it b/run it\nold mode 100644\nnew mode 100755\n',
      'diff --git "a/caf\\303\\251" "b/caf\\303\\251"\nindex 1..2 100644\n--- "a/caf\\303\\251"\n+++ "b/caf\\303\\251"\n@@ -1 +1 @@\n-c\n+C\n',
    ].join('');
    const contents = { gone: 'g\n', one: '1\n2\n', kept: 'k\n', 'run it': 'r\n', café: 'c\n' };
    const files = await applyPatch(projectOf(contents), Buffer.from(patch, 'latin1'));
    expect(
      files.map(({ path, bytes, executable }) => [path, bytes?.toString() ?? null, executable]),
    ).toEqual([
      ['café', 'C\n', false],
      ['copy', 'k\n', false],
      ['empty', '', false],
      ['gone', null, undefined],
      ['new/n.txt', 'n\n', true],
      ['one', null, undefined],
      ['run it', 'r\n', true],
      ['two words', '1\n3\n', false],
    ]);
  });

  it('in which two files change their places', async () => {
    const move = (from: string, to: string) =>
      `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
    expect(await applied({ a: 'A', b: 'B' }, move('a', 'b') + move('b', 'a'))).toEqual({
      a: 'B',
      b: 'A',
    });
  });

  it('from mails with several commits, one after the other', async () => {
    const mail = (number: number, diff: string) =>
      `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001\nFrom: Dan <dan@example.com>\nSubject: [PATCH ${number}/2] Fix it\n\nOnly in here: two words\n@@ -1 +1 @@\n---\n f.txt | 2 +-\n 1 file changed\n\n${diff}-- \n2.39.5\n\n`;
    const patch =
      mail(1, inGit(inFile('@@ -1,2 +1,2 @@\n-a\n+A\n b\n'))) +
      mail(
        2,
        'diff --git a/f.txt b/g.txt\nsimilarity index 50%\nrename from f.txt\nrename to g.txt\n--- a/f.txt\n+++ b/g.txt\n@@ -1,2 +1,2 @@\n A\n-b\n+B\n',
      );
    expect(await applied({ 'f.txt': 'a\nb\n' }, patch)).toEqual({
      'f.txt': null,
      'g.txt': 'A\nB\n',
    });
  });

  it('after the mark of an editor', async () => {
    const patch = Buffer.from(`\ufeff${inGit(inFile('@@ -1 +1 @@\n-a\n+b\n'))}`);
    expect(await applied({ 'f.txt': 'a\n' }, patch)).toEqual({ 'f.txt': 'b\n' });
  });

  it.each([
    ['--- f.txt.orig\t2024-01-01\n+++ f.txt\t2024-01-02\n'],
    ['--- old/f.txt\n+++ new/f.txt\n'],
    ['Index: f.txt\n===\n--- a/f.txt\n+++ b/f.txt\t(working copy)\n'],
  ])('that another program wrote: %j', async (header) => {
    const patch = `${header}@@ -1,2 +1,2 @@\n-a\n+A\n b\n`;
    expect(await applied({ 'f.txt': 'a\nb\n' }, patch)).toEqual({ 'f.txt': 'A\nb\n' });
  });

  it('of a plain diff that adds and removes files, by name or by date', async () => {
    const epoch = '1970-01-01 00:00:00.000000000 +0000';
    const patch = `--- a/new\n+++ b/new\n@@ -0,0 +1 @@\n+n\n--- a/old\t2024-01-01\n+++ b/old\t${epoch}\n@@ -1 +0,0 @@\n-o\n--- /dev/null\n+++ b/third\n@@ -0,0 +1 @@\n+t\n`;
    expect(await applied({ old: 'o\n' }, patch)).toEqual({ new: 'n\n', old: null, third: 't\n' });
  });
});

describe('a patch that does not fit is refused with the place where it does not', () => {
  it.each([
    [
      'another line',
      NUMBERS.replace('three', 'THREE'),
      'f.txt: change 1, on line 4 of the patch, does not fit at line 3. The patch expects “three”, but there stands “THREE”.',
    ],
    [
      'further down than the file goes',
      'one\ntwo\n',
      'f.txt: change 1, on line 4 of the patch, does not fit at line 3. The patch expects “three”, but the file ends there.',
    ],
    [
      'other line ends',
      NUMBERS.replaceAll('\n', '\r\n'),
      'f.txt: change 1, on line 4 of the patch, does not fit at line 2. The patch expects a plain line break (LF), but the line ends with a Windows line break (CR LF): “two”.',
    ],
  ])('%s', async (_, content, sentence) => {
    const patch = inFile('@@ -2,4 +2,4 @@\n two\n three\n-four\n+4\n five\n');
    expect(await refusal({ 'f.txt': content }, patch)).toEqual(['patch_does_not_fit', sentence]);
  });

  it.each([
    ['@@ -1,2 +1,2 @@\n-two\n+2\n three\n', 'expects them at the beginning'],
    ['@@ -4,3 +4,2 @@\n four\n five\n-six\n', 'expects the file to end there'],
    ['@@ -4,0 +5 @@\n+four and a half\n', 'since it has no lines round it'],
    ['@@ -0,0 +1 @@\n+zero\n', 'since the file is not empty'],
    [
      '@@ -2,3 +2,3 @@\n two\n-three\n+3\n four\n@@ -4,3 +4,3 @@\n four\n-five\n+5\n six\n',
      'change 2, on line 9 of the patch, does not fit at line 4. Another change of the patch has changed these lines already.',
    ],
  ])('%j', async (hunks, words) => {
    const [code, sentence] = await refusal({ 'f.txt': NUMBERS }, inFile(hunks));
    expect(code).toBe('patch_does_not_fit');
    expect(sentence).toContain(words);
  });

  it.each([
    ['a file that is not there', 'x', inFile('@@ -1 +1 @@\n-a\n+b\n', 'x'), 'does not have it'],
    [
      'names without a/ and b/',
      'g.txt',
      '--- src/g.txt\n+++ src/g.txt\n@@ -1,2 +1 @@\n one\n-two\n',
      'It has src/g.txt',
    ],
    [
      'a new file that is there',
      'f.txt',
      inGit('new file mode 100644\n--- /dev/null\n+++ b/f.txt\n@@ -0,0 +1 @@\n+a\n'),
      'has it already',
    ],
    [
      'a removed file with more in it',
      'f.txt',
      inGit('deleted file mode 100644\n--- a/f.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n'),
      'the patch expects the file to end there',
    ],
    [
      'a file where a folder is',
      'src',
      inGit('new file mode 100644\n--- /dev/null\n+++ b/src\n@@ -0,0 +1 @@\n+a\n', 'src'),
      'a file and a folder at once',
    ],
    [
      'a folder where a file is',
      'f.txt',
      inGit('new file mode 100644\n--- /dev/null\n+++ b/f.txt/x\n@@ -0,0 +1 @@\n+a\n', 'f.txt/x'),
      'a file and a folder at once',
    ],
  ])('%s', async (_, name, patch, words) => {
    const [code, sentence] = await refusal({ 'f.txt': NUMBERS, 'src/g.txt': NUMBERS }, patch);
    expect(code).toBe('patch_does_not_fit');
    expect(sentence?.startsWith(`${name}: `)).toBe(true);
    expect(sentence).toContain(words);
  });
});

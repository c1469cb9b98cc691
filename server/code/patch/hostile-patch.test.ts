import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#domain/refusals.ts';
import { workOfThreads } from '../../testing/own-time.ts';
import { type Content, projectOf } from '../../testing/projects.ts';
import { blobId } from './apply-bytes.ts';
import { applyPatch } from './apply-patch.ts';
import { encodeBase85 } from './base85.ts';

const MEGABYTE = 1024 * 1024;

async function outcome(contents: Record<string, Content>, patch: string | Buffer) {
  try {
    return await applyPatch(projectOf(contents), Buffer.from(patch as string, 'latin1'));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const adds = (name: string) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;
const mode = (words: string) => `diff --git a/f b/f\n${words}\n`;
const inFile = (hunks: string) => `--- a/f\n+++ b/f\n${hunks}`;

describe('a patch that leads out of the project is refused', () => {
  it.each([
    ['../f'],
    ['d/../../f'],
    ['/etc/passwd'],
    ['./f'],
    ['d//f'],
    ['.git/hooks/pre-commit'],
    ['d/.GIT/config'],
    ['.git./config'],
    ['.git::$INDEX_ALLOCATION/config'],
    ['.g\u200cit/config'],
    ['GIT~1/config'],
    ['c:\\f'],
    ['d\\..\\f'],
    ['f\0.txt'],
    ['f\x07'],
    ['d/'],
    [`${'d/'.repeat(100)}f`],
    ['f'.repeat(1001)],
  ])('%j', async (name) => {
    const patch = Buffer.from(adds(name));
    expect(await outcome({}, patch)).toMatchObject({ code: 'not_a_patch' });
    const octal = [...Buffer.from(name)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
    const inQuotes = `--- /dev/null\n+++ "b/${octal.join('')}"\n@@ -0,0 +1 @@\n+x\n`;
    expect(await outcome({}, inQuotes)).toMatchObject({ code: 'not_a_patch' });
    const moved = Buffer.from(`diff --git a/f b/g\nrename from f\nrename to ${name}\n`);
    expect(await outcome({ f: 'f' }, moved)).toMatchObject({ code: 'not_a_patch' });
  });

  it('where a name is not written in UTF-8', async () => {
    expect(await outcome({}, adds('caf\xe9'))).toMatchObject({ code: 'not_a_patch' });
  });

  it.each([
    ['new file mode 120000', 'a link'],
    ['new file mode 160000', 'a submodule'],
    ['new file mode 040000', 'a mode that no file'],
    ['old mode 100644\nnew mode 120000', 'a link'],
    ['index 1111111..2222222 120000', 'a link'],
    ['deleted file mode 120000', 'a link'],
  ])('%j', async (words, told) => {
    const refused = await outcome({ f: 'x' }, mode(words));
    expect(refused).toMatchObject({ code: 'not_a_patch', message: expect.stringContaining(told) });
  });
});

describe('a patch that is broken is refused with its line', () => {
  it.each([
    ['', 'no changes of files'],
    ['Hello\n', 'no changes of files'],
    ['\xff\xfed\0i\0', 'UTF-16'],
    ['@@ -1 +1 @@\n-a\n+b\n', 'Line 1 of the patch begins a change without naming its file'],
    [inFile('@@ -1,3 +1,3 @@\n a\n-b\n'), 'has all the lines'],
    [inFile('@@ -1 +1 @@\n-a\n+b'), 'the patch was cut off'],
    [inFile('@@ -1 +1 @@\n a\n'), 'nothing is changed'],
    [inFile('@@ -1,2 +1 @@\n-a\n+b\n+c\n'), 'one more than'],
    [inFile('@@ -1 +1 @@\n-a\nb\n'), 'Line 5 of the patch comes before'],
    [inFile('@@ -99999999999 +1 @@\n-a\n+b\n'), 'which lines it changes'],
    [inFile('@@ --1,-2 +1 @@\n-a\n+b\n'), 'which lines it changes'],
    [inFile('@@ -1,9999999999 +1,9999999999 @@\n-a\n+b\n'), 'has all the lines'],
    [mode('index 1..2'), 'nothing is changed'],
    ['diff --git "a/f b/f\nnew mode 100755\n', 'quotation marks'],
    ['diff --git a/f b/g\nnew mode 100755\n', 'which file'],
    ['Binary files a/x.png and b/x.png differ\n', 'git diff --binary'],
    ['Only in b/src: new.ts\n', 'diff -ruN'],
    ['diff --cc f\nindex 1,2..3\n--- a/f\n+++ b/f\n@@@ -1,1 -1,1 +1,1 @@@\n', 'a merge'],
    [mode('index 1..2\nBinary files a/f and b/f differ'), 'git diff --binary'],
    [mode('index 1..2\nGIT binary patch\nliteral 1\nIcmZQz00IC2\n'), 'line of packed bytes'],
  ])('%j', async (patch, words) => {
    const refused = await outcome({ f: 'a\n' }, patch);
    expect(refused).toMatchObject({ message: expect.stringContaining(words) });
  });
});

describe('a patch that would take too much is given up in time', () => {
  const slow = async (contents: Record<string, Content>, patch: string | Buffer) => {
    let found: Awaited<ReturnType<typeof outcome>> = [];
    const took = await workOfThreads(async () => {
      found = await outcome(contents, patch);
    });
    expect(took).toBeLessThan(8000);
    return found;
  };

  it('with a million hunks', async () => {
    const patch = inFile('@@ -1 +1 @@\n-a\n+b\n'.repeat(1_000_000));
    expect(await slow({ f: 'a\n' }, patch)).toMatchObject({ code: 'too_much_to_read' });
  });

  it('with a million files', async () => {
    expect(await slow({}, adds('f').repeat(1_000_000))).toMatchObject({ code: 'too_much_to_read' });
  });

  it('with hunks that have to be looked for in all of a long file', async () => {
    const file = `${'a\n'.repeat(200_000)}z\n`;
    const hunks = '@@ -9,3 +9,3 @@\n a\n-b\n+c\n a\n'.repeat(10_000);
    expect(await slow({ f: file }, inFile(hunks))).toMatchObject({ code: 'patch_does_not_fit' });
    const here = Array.from({ length: 1000 }, (_, at) => {
      return `@@ -${200_000 - 5 * at},3 +${2 + at},3 @@\n a\n-a\n+b\n a\n`;
    });
    const alike = Buffer.from(inFile(here.join('')));
    expect(await slow({ f: file }, alike)).toHaveLength(1);
  });

  it('with long lines that are alike but for their ends', async () => {
    const long = 'x'.repeat(10_000);
    const file = `${long}y\n`.repeat(1000);
    const patch = inFile(
      `@@ -9,2 +9,2 @@\n ${long}y\n-${long}z\n+w\n ${long}y\n`.replace('9,2 +9,2', '9,3 +9,3'),
    );
    expect(await slow({ f: file }, patch)).toMatchObject({ code: 'patch_does_not_fit' });
  });

  it('with a line of 20 MB', async () => {
    const line = 'x'.repeat(20 * MEGABYTE);
    const made = await slow({ f: 'a\n' }, inFile(`@@ -1 +1 @@\n-a\n+${line}\n`));
    expect(made).toMatchObject([{ path: 'f' }]);
    expect(await slow({ f: 'a\n' }, inFile(`@@ -1 +1 @@\n-${line}\n+a\n`))).toMatchObject({
      code: 'patch_does_not_fit',
    });
    for (const head of [
      'diff --git ',
      '--- a/',
      'diff --git "a/',
      '@@ -1',
      'From ',
      'Binary files ',
    ]) {
      expect(await slow({}, head + line)).toMatchObject({ code: 'not_a_patch' });
    }
    const named = `--- a/${line}\n+++ b/${line}\n@@ -1 +1 @@\n-a\n+b\n`;
    expect(await slow({}, named)).toBeInstanceOf(Refusal);
  });

  it('with bytes that unpack to more than they say', async () => {
    const zeros = deflateSync(Buffer.alloc(201 * MEGABYTE));
    for (const size of [10, 20 * MEGABYTE]) {
      const patch = bytesPatch({ method: 'literal', size, packed: zeros });
      expect(await slow({}, patch)).toMatchObject({ code: 'not_a_patch' });
    }
    const honest = bytesPatch({ method: 'literal', size: 201 * MEGABYTE, packed: zeros });
    expect(await slow({}, honest)).toMatchObject({ code: 'too_much_to_read' });
  });

  it('with a delta that copies a file many times over', async () => {
    const source = Buffer.alloc(0xff_ffff, 1);
    const copies = Buffer.from([0xf0, 0xff, 0xff, 0xff]);
    const times = 40;
    const delta = Buffer.concat([
      varint(source.length),
      varint(source.length * times),
      ...Array.from({ length: times }, () => copies),
    ]);
    const patch = bytesPatch({
      method: 'delta',
      size: delta.length,
      packed: deflateSync(delta),
      before: source,
    });
    expect(await slow({ f: source }, patch)).toMatchObject({ code: 'too_much_to_read' });
  });

  it.each([
    ['of another source', [2, 1, 1, 65]],
    ['that reads past its source', [1, 200, 1, 0x91, 0, 200]],
    ['that makes less than it says', [1, 5, 1, 65]],
    ['that makes more than it says', [1, 1, 2, 65, 66]],
    ['that ends too early', [1, 9, 9, 65]],
    ['with an order that there is not', [1, 1, 0]],
    ['that is empty', []],
  ])('with a delta %s', async (_, delta) => {
    const patch = bytesPatch({
      method: 'delta',
      size: delta.length,
      packed: deflateSync(Buffer.from(delta)),
      before: Buffer.from('a'),
    });
    expect(await slow({ f: 'a' }, patch)).toMatchObject({ code: 'not_a_patch' });
  });
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest < 128 ? rest : 128 + (rest % 128));
    if (rest < 128) return Buffer.from(bytes);
  }
}

function bytesPatch(bytes: {
  method: 'literal' | 'delta';
  size: number;
  packed: Buffer;
  before?: Buffer;
}): Buffer {
  const { method, size, packed, before } = bytes;
  const kind = before ? '' : 'new file mode 100644\n';
  const old = before ? blobId(before) : '0'.repeat(40);
  const head = `diff --git a/f b/f\n${kind}index ${old}..${'1'.repeat(40)}\nGIT binary patch\n`;
  return Buffer.concat([
    Buffer.from(`${head}${method} ${size}\n`),
    encodeBase85(packed),
    Buffer.from('\n'),
  ]);
}

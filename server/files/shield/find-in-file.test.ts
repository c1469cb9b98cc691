import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { workOfThreads } from '../../testing/own-time.ts';
import { quickest } from '../../testing/patience.ts';
import { tarOf, withFile } from '../../testing/shield/archives.ts';
import { zipOf } from '../../testing/write-zip.ts';
import { type FileScan, lookThrough } from './file-tasks.ts';
import { sample } from './rule.ts';

const STRIPE = `sk_live_${sample('word', 24)}`;
const ENV = `A=1\nSTRIPE=${STRIPE}\n`;

const scan = (bytes: Buffer | string): Promise<FileScan> => withFile(bytes, lookThrough);

describe('the text of a file is read', () => {
  it.each([
    ['UTF-8', Buffer.from(ENV)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${ENV}`)],
    ['UTF-16 LE with a mark', Buffer.from(`\ufeff${ENV}`, 'utf16le')],
    ['UTF-16 LE without a mark', Buffer.from(ENV, 'utf16le')],
    ['UTF-16 BE with a mark', Buffer.from(`\ufeff${ENV}`, 'utf16le').swap16()],
    ['UTF-16 BE without a mark', Buffer.from(ENV, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(`Schl\u00fcssel=1\n${ENV.slice(4)}`, 'latin1')],
  ])('in %s', async (_, bytes) => {
    expect(await scan(bytes)).toEqual({
      items: [expect.objectContaining({ kind: 'Stripe live secret key', line: 2, path: null })],
      is_complete: true,
      unread: [],
    });
  });

  it.each([
    ['among bytes', Buffer.concat([Buffer.from([0, 1, 2, 200, 0]), Buffer.from(STRIPE)])],
    [
      'among bytes, two to a letter',
      Buffer.concat([Buffer.alloc(301, '\x00\x07\xff\x01'), Buffer.from(STRIPE, 'utf16le')]),
    ],
    ['in a notebook', JSON.stringify({ cells: [{ source: [`key = "${STRIPE}"\n`] }] })],
    ['in a source map', JSON.stringify({ sourcesContent: [`let a;\nconst k = '${STRIPE}';`] })],
  ])('%s', async (_, bytes) => {
    const { items, is_complete } = await scan(bytes);
    expect(items).toMatchObject([{ family: 'stripe' }]);
    expect(is_complete).toBe(true);
  });
});

describe('what is packed is read', () => {
  it.each([
    ['zip', async () => zipOf({ 'app/.env': ENV }), 'app/.env'],
    ['tar', async () => tarOf({ 'app/.env': ENV }), 'app/.env'],
    ['tgz', async () => gzipSync(await tarOf({ 'app/.env': ENV })), 'app/.env'],
    ['gz', async () => gzipSync(ENV), null],
    ['zst', async () => zstdCompressSync(ENV), null],
    ['build output', async () => zipOf({ 'dist/app.js': `k="${STRIPE}"` }), 'dist/app.js'],
    [
      'a lock file',
      async () => zipOf({ 'yarn.lock': `"https://npm.x.io/?_=${STRIPE}"` }),
      'yarn.lock',
    ],
    [
      'a zip with another name',
      async () => zipOf({ 'logo.png': zipOf({ '.env': ENV }) }),
      'logo.png/.env',
    ],
    [
      'archives in archives',
      async () => zipOf({ 'a.tgz': gzipSync(await tarOf({ 'b.jar': zipOf({ 'c/.env': ENV }) })) }),
      'a.tgz/b.jar/c/.env',
    ],
    [
      'an archive behind a program',
      async () => Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), zipOf({ '.env': ENV })]),
      null,
    ],
    [
      'the settings of git',
      async () => zipOf({ '.git/config': `url = https://${STRIPE}@git.x.io/a` }),
      '.git/config',
    ],
    [
      'what git keeps',
      async () => {
        const name = `.git/objects/${sample('hex', 2)}/${sample('hex', 38)}`;
        return zipOf({ [name]: deflateSync(`blob ${ENV.length}\0${ENV}`) });
      },
      `.git/objects/${sample('hex', 2)}/${sample('hex', 38)}`,
    ],
  ])('%s', async (_, make, path) => {
    const { items, unread } = await scan(await make());
    expect(items).toMatchObject([{ family: 'stripe', ...(path !== null && { path }) }]);
    if (path !== null) expect(unread).toEqual([]);
  });

  it('a lock file without a token warns of nothing', async () => {
    const lock = `"integrity": "sha512-${sample('word', 86)}==",\n`.repeat(50);
    expect(await scan(zipOf({ 'package-lock.json': lock }))).toMatchObject({
      items: [],
      unread: [],
    });
  });
});

describe('what is not read is said', () => {
  it.each([
    ['a locked archive', locked(zipOf({ 'a.txt': ENV })), [{ path: 'a.txt', reason: 'encrypted' }]],
    ['a damaged one', zipOf({ 'a.txt': ENV }).subarray(0, -9), [{ path: null, reason: 'damaged' }]],
    [
      'a format that we cannot unpack',
      zipOf({ 'x.rar': Buffer.from('Rar!\x1a\x07\x00and so on') }),
      [{ path: 'x.rar', reason: 'format' }],
    ],
    [
      'dependencies, each folder once',
      zipOf({ 'app/node_modules/a/t.js': ENV, 'app/node_modules/b/t.js': ENV }),
      [{ path: 'app/node_modules/', reason: 'dependencies' }],
    ],
    ['too deep', nested(8), [{ path: 'zip/zip/zip/zip/zip/zip', reason: 'too_deep' }]],
    [
      'too large when unpacked',
      zipOf({ 'zeros.txt': Buffer.alloc(40_000_000) }),
      [{ path: 'zeros.txt', reason: 'too_large' }],
    ],
  ])('%s', async (_, bytes, unread) => {
    expect(await scan(bytes)).toMatchObject({ is_complete: false, unread });
  });

  it('what only pretends to be an archive is read all the same', async () => {
    const { items, is_complete } = await scan(`PK\x03\x04${ENV}`);
    expect(items).toMatchObject([{ family: 'stripe' }]);
    expect(is_complete).toBe(false);
  });

  it('a bomb is given up early', async () => {
    const zeros = gzipSync(Buffer.alloc(30_000_000));
    const bomb = zipOf(
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.gz`, zeros])),
    );
    const give = async () => {
      const { is_complete, unread } = await scan(bomb);
      expect(is_complete).toBe(false);
      expect(unread).toContainEqual({ path: '39.gz', reason: 'too_large' });
    };
    expect(await quickest(20_000, () => workOfThreads(give))).toBeLessThan(20_000);
  }, 300_000);

  it('names a hundred parts, and says that there are more', async () => {
    const many = Array.from({ length: 150 }, (_, i) => [
      `${i}.7z`,
      Buffer.from('377abcaf271c', 'hex'),
    ]);
    const { unread } = await scan(zipOf(Object.fromEntries(many)));
    expect(unread).toHaveLength(101);
    expect(unread.at(-1)).toEqual({ path: null, reason: 'too_many' });
  });
});

/** Marks the entries of a zip archive as encrypted. */
function locked(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  for (const [magic, offset] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 4)) {
      bytes.writeUInt16LE(bytes.readUInt16LE(at + offset) | 1, at + offset);
    }
  }
  return bytes;
}

function nested(depth: number): Buffer {
  return depth === 0 ? Buffer.from(ENV) : zipOf({ zip: nested(depth - 1) });
}

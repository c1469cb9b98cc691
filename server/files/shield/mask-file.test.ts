import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { tarOf, withFile } from '../../testing/shield/archives.ts';
import { zipOf } from '../../testing/write-zip.ts';
import { readEntry } from '../archive.ts';
import { lookThrough, maskTo } from './file-tasks.ts';
import { sample } from './rule.ts';
import { look } from './scan-text.ts';
import { eachInTar } from './tar.ts';

const STRIPE = `sk_live_${sample('word', 24)}`;
const GITHUB = `ghp_${sample('word', 36)}`;

/** The copy of a file, what was told of it, and one of its entries. */
function masked(bytes: Buffer | string, name = 'notes.txt') {
  return withFile(bytes, async (from, folder) => {
    const to = path.join(folder, 'copy');
    const told = await maskTo({ from, to, name });
    if (!told.is_written) return { told, copy: Buffer.alloc(0), again: null };
    const copy = await readFile(to);
    return { told, copy, again: await lookThrough(to) };
  });
}

const textIn = (archive: Buffer, entry: string) =>
  withFile(archive, (file) =>
    readEntry(file, entry, async (bytes) => Buffer.concat(await bytes.toArray()).toString()),
  );

describe('a text', () => {
  it.each(['utf8', 'utf16le', 'latin1'] as const)('keeps its encoding: %s', async (encoding) => {
    const text = `${encoding === 'latin1' ? '' : '\ufeff'}# Gr\u00fc\u00dfe\r\nKEY=${STRIPE}\r\nB=2\r\n`;
    const { copy, told, again } = await masked(Buffer.from(text, encoding));
    expect(copy.toString(encoding)).toBe(text.replace(STRIPE, '{{SECRET:stripe:1}}'));
    expect(told).toMatchObject({ is_written: true, size: copy.length, left_out: [], unread: [] });
    expect(again).toMatchObject({ items: [], is_complete: true });
  });

  it('has the same placeholder for the same secret, and tells what is to be rotated', async () => {
    const other = `sk_live_${sample('word', 24, 5)}`;
    const { copy, told } = await masked(`a ${STRIPE}\nb ${other}\nc ${STRIPE}`);
    expect(copy.toString()).toBe(
      'a {{SECRET:stripe:1}}\nb {{SECRET:stripe:2}}\nc {{SECRET:stripe:1}}',
    );
    expect(told.rotate).toEqual([
      {
        kind: 'Stripe live secret key',
        placeholder: '{{SECRET:stripe:1}}',
        excerpt: 'sk_l••••••••',
        places: [
          { path: null, line: 1 },
          { path: null, line: 3 },
        ],
      },
      expect.objectContaining({ placeholder: '{{SECRET:stripe:2}}' }),
    ]);
  });

  it('comes with a dummy .env whose values harm nobody', async () => {
    const url = ['postgres', '//shop:Zk81mmQp@db/main'].join(':');
    const { told } = await masked(`STRIPE_KEY=${STRIPE}\nDATABASE_URL="${url}"\n# ${GITHUB}\n`);
    expect(told.dummy_env).toContain(`STRIPE_KEY=sk_test_${'0'.repeat(24)}\n`);
    expect(told.dummy_env).toContain('DATABASE_URL=postgres://shop:dummy-postgres@db/main\n');
    expect(told.dummy_env).toContain(`SECRET_GITHUB_1=ghp_${'0'.repeat(36)}\n`);
    expect(look(told.dummy_env, 9)).toEqual([]);
  });

  it('without a secret is copied as it is', async () => {
    const { copy, told } = await masked('nothing to hide');
    expect(copy.toString()).toBe('nothing to hide');
    expect(told).toMatchObject({ rotate: [], dummy_env: '' });
  });
});

describe('an archive', () => {
  it('is written anew, with the same placeholder in all of its entries', async () => {
    const archive = zipOf({
      '.env': `STRIPE=${STRIPE}\n`,
      'src/pay.ts': `pay('${STRIPE}');\n`,
      'inner.zip': zipOf({ 'k.json': `{"a":"${STRIPE}"}` }),
      'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
    });
    const { copy, told, again } = await masked(archive);
    expect(await textIn(copy, '.env')).toBe('STRIPE={{SECRET:stripe:1}}\n');
    expect(await textIn(copy, 'src/pay.ts')).toBe("pay('{{SECRET:stripe:1}}');\n");
    expect(told.rotate[0]?.places).toEqual([
      { path: '.env', line: 1 },
      { path: 'src/pay.ts', line: 1 },
      { path: 'inner.zip/k.json', line: 1 },
    ]);
    expect(told.left_out).toEqual([]);
    expect(again).toEqual({ items: [], is_complete: true, unread: [] });
    expect(copy.includes('logo.png')).toBe(true);
  });

  it('of tar and gzip stays one', async () => {
    const { copy, again } = await masked(
      gzipSync(await tarOf({ 'a/.env': `K=${GITHUB}`, b: 'x' })),
    );
    const seen: string[] = [];
    await eachInTar(gunzipSync(copy), async ({ path: name, unpack }) => {
      seen.push(name, (await unpack(0)).toString());
    });
    expect(seen).toEqual(['a/.env', 'K={{SECRET:github:1}}', 'b', 'x']);
    expect(again).toEqual({ items: [], is_complete: true, unread: [] });
  });

  it.each([
    ['zip', async (name: string) => zipOf({ [`${name}/a.txt`]: `K=${STRIPE}`, 'b.txt': GITHUB })],
    ['tar', (name: string) => tarOf({ [`${name}/a.txt`]: `K=${STRIPE}`, 'b.txt': GITHUB })],
  ])('of %s names nothing by a key', async (_, pack) => {
    const { told, copy, again } = await masked(await pack(STRIPE), `${STRIPE}.backup`);
    expect(told.name).toBe('{{SECRET:stripe:1}}.backup');
    expect(copy.includes('{{SECRET:stripe:1}}/a.txt')).toBe(true);
    expect(copy.includes(STRIPE)).toBe(false);
    expect(again?.items).toEqual([]);
    const stripe = told.rotate.find(({ placeholder }) => placeholder === '{{SECRET:stripe:1}}');
    expect(stripe?.places).toEqual([
      { path: null, line: 0 },
      { path: null, line: 0 },
      { path: '{{SECRET:stripe:1}}/a.txt', line: 1 },
    ]);
    expect(told.dummy_env).not.toContain(STRIPE);
  });

  it('leaves out what cannot be written anew or was not looked through, and says so', async () => {
    const object = `.git/objects/${sample('hex', 2)}/${sample('hex', 38)}`;
    const { told, again } = await masked(
      zipOf({
        'a.exe': Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(STRIPE)]),
        [object]: deflateSync(`blob 9\0${STRIPE}`),
        'b.rar': Buffer.from('Rar!\x1a\x07\x00'),
        'c.txt': 'fine',
      }),
    );
    expect(told.left_out).toEqual(['a.exe', object]);
    expect(told.unread).toEqual([{ path: 'b.rar', reason: 'format' }]);
    expect(again).toEqual({ items: [], is_complete: true, unread: [] });
  });

  it('leads nowhere out of its folder', async () => {
    const { copy } = await masked(zipOf({ '../../.env': `K=${GITHUB}`, '/etc/x': 'y' }));
    expect(copy.includes('../')).toBe(false);
    expect(await textIn(copy, '_/_/.env')).toBe('K={{SECRET:github:1}}');
    expect(await textIn(copy, 'etc/x')).toBe('y');
  });
});

it('bytes that are no text and hold a secret are not copied', async () => {
  const { told } = await masked(Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(STRIPE)]));
  expect(told).toMatchObject({ is_written: false, left_out: [null] });
});

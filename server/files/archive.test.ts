import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upload } from '../testing/files.ts';
import { workOfThreads } from '../testing/own-time.ts';
import { quickest } from '../testing/patience.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';
import { eachText } from './archive-texts.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

describe('the contents of an archive', () => {
  it('are listed as its directory says', async () => {
    const key = await uploaded(
      zip(['src/', ''], ['src/app.ts', 'export {};\n'], ['größe.txt', 'x']),
    );
    expect(await entries(key)).toEqual({
      status: 200,
      body: {
        items: [
          { path: 'src/', size: 0, is_folder: true },
          { path: 'src/app.ts', size: 11, is_folder: false },
          { path: 'größe.txt', size: 1, is_folder: false },
        ],
        is_complete: true,
      },
    });
  });

  it('are listed up to a thousand', async () => {
    const many = Array.from({ length: 1200 }, (_, index) => [`${index}.txt`, ''] as const);
    const { body } = await entries(await uploaded(zip(...many)));
    expect(body).toMatchObject({ is_complete: false });
    expect((body as { items: unknown[] }).items).toHaveLength(1000);
  });

  it('may have names that lead elsewhere: they are names, nothing is unpacked', async () => {
    const names = [
      '../../etc/passwd',
      '/etc/passwd',
      'C:/boot.ini',
      'a/../../b',
      '\u202egnp.exe',
      '',
    ];
    const { status, body } = await entries(
      await uploaded(zip(...names.map((name) => [name, ''] as const))),
    );
    expect(status).toBe(200);
    expect((body as { items: { path: string }[] }).items.map(({ path }) => path)).toEqual(names);
  });

  it('are listed without names that are longer than any path', async () => {
    const [longest, long] = ['a'.repeat(1000), 'b'.repeat(1001)];
    expect((await entries(await uploaded(zip([longest, ''], [long, ''], ['b', ''])))).body).toEqual(
      {
        items: [longest, 'b'].map((path) => ({ path, size: 0, is_folder: false })),
        is_complete: false,
      },
    );
  });

  it('are not listed of what is no archive', async () => {
    const whole = zip(['a.txt', 'hello']);
    for (const content of [
      Buffer.from('hello'),
      whole.subarray(0, -5),
      whole.subarray(20),
      Buffer.alloc(0),
    ]) {
      expect(await entries(await uploaded(content))).toMatchObject({
        status: 415,
        body: { code: 'not_an_archive' },
      });
    }
  });
});

describe('the text of a file', () => {
  it('is shown, of the file or of one inside an archive', async () => {
    const plain = await uploaded(Buffer.from('größer'), 'notes.txt');
    expect((await text(plain)).body).toEqual({
      name: 'notes.txt',
      text: 'größer',
      is_complete: true,
    });
    const archive = await uploaded(zip(['../a.ts', 'let a = 1;'], ['b', '']));
    expect((await text(archive, '../a.ts')).body).toEqual({
      name: '../a.ts',
      text: 'let a = 1;',
      is_complete: true,
    });
    expect((await text(archive, 'b')).body).toMatchObject({ text: '' });
    expect((await text(archive, 'c')).status).toBe(404);
    expect((await text(await uploaded(Buffer.alloc(0)))).body).toMatchObject({ text: '' });
  });

  it('ends after 512 kB, between two characters', async () => {
    const long = 'ü'.repeat(400_000);
    for (const [key, entry] of [
      [await uploaded(Buffer.from(`a${long}`)), undefined],
      [await uploaded(zip(['long.txt', `a${long}`])), 'long.txt'],
    ] as const) {
      const { body } = await text(key, entry);
      expect(body).toMatchObject({ is_complete: false, text: `a${'ü'.repeat(262_143)}` });
    }
    const exact = 'x'.repeat(512 * 1024);
    expect((await text(await uploaded(Buffer.from(exact)))).body).toMatchObject({
      is_complete: true,
    });
  });

  it('is refused where it is none', async () => {
    const picture = await uploaded(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]));
    const nul = await uploaded(Buffer.from('a\0b'));
    const archive = await uploaded(
      zip(['x.bin', Buffer.from([0xff, 0xfe])], ['locked', 'x', { flags: 1 }]),
    );
    for (const answer of [
      await text(picture),
      await text(nul),
      await text(archive),
      await text(archive, 'x.bin'),
      await text(archive, 'locked'),
    ]) {
      expect(answer).toMatchObject({ status: 415, body: { code: 'not_text' } });
    }
    expect(await text(nul, 'a')).toMatchObject({ status: 415, body: { code: 'not_an_archive' } });
  });

  it('is found up to the twenty thousandth entry of an archive', async () => {
    const many = Array.from({ length: 20_001 }, (_, index) => [`${index}`, 'x'] as const);
    const archive = await uploaded(zip(...many));
    // On a busy machine the time to look for it may be over before it is there.
    const found = async (entry: string) => (await text(archive, entry)).status;
    await expect.poll(() => found('19999')).toBe(200);
    await expect.poll(() => found('20000')).toBe(404);
  });

  it('is not unpacked further than it is shown, whatever the archive claims', async () => {
    const bomb = Buffer.alloc(300_000_000, 'a');
    const honest = await uploaded(zip(['bomb.txt', bomb]));
    const lying = await uploaded(zip(['bomb.txt', bomb, { claimed: 10 }]));
    const look = async () => {
      expect((await text(honest, 'bomb.txt')).body).toMatchObject({ is_complete: false });
      expect((await text(lying, 'bomb.txt')).status).toBe(415);
    };
    expect(await quickest(2000, () => workOfThreads(look))).toBeLessThan(2000);
  });
});

describe('texts that are looked for in an archive', () => {
  const limits = { entries: 9, texts: 9, bytesEach: 9, bytesTogether: 9 };
  it.each([
    ['entries are looked at', { entries: 3 }, ['aaaa', 'bb']],
    ['texts are read', { texts: 2 }, ['aaaa', 'bb']],
    ['bytes of each are read', { bytesEach: 3 }, ['aaa', 'bb', 'cc']],
    ['bytes are read together', { bytesTogether: 6 }, ['aaaa', 'bb']],
    ['bytes are read together, within one', { bytesTogether: 7 }, ['aaaa', 'bb', 'c']],
  ])('end where so many %s', async (_, most, expected) => {
    const packed = zip(['1.txt', 'aaaa'], ['no.png', 'xx'], ['2.txt', 'bb'], ['3.txt', 'cc']);
    expect(await textsIn(packed, { ...limits, ...most })).toEqual(expected);
  });

  it('are none of folders, nor of what is locked', async () => {
    const packed = zip(['1.txt/', ''], ['2.txt', 'xx', { flags: 1 }], ['3.txt', 'cc']);
    expect(await textsIn(packed, limits)).toEqual(['cc']);
  });
});

async function textsIn(packed: Buffer, limits: Parameters<typeof eachText>[1]['limits']) {
  const folder = mkdtempSync(join(tmpdir(), 'unblock-archive-'));
  const file = join(folder, 'code.zip');
  writeFileSync(file, packed);
  const found: string[] = [];
  const wanted = (path: string) => /\.txt\/?$/.test(path);
  await eachText(file, { wanted, limits }, async (each) => void found.push(each.text));
  rmSync(folder, { recursive: true });
  return found;
}

async function uploaded(content: Buffer, name = 'code.zip'): Promise<string> {
  return (await upload(world, customer, { name, content })).fileKey;
}

async function entries(key: string): Promise<{ status: number; body: unknown }> {
  const { status, body } = await customer.call('GET', `/api/files/${key}/entries`);
  return { status, body };
}

async function text(key: string, entry?: string): Promise<{ status: number; body: unknown }> {
  const query = entry === undefined ? '' : `?entry=${encodeURIComponent(entry)}`;
  const { status, body } = await customer.call('GET', `/api/files/${key}/text${query}`);
  return { status, body };
}

type Packed = readonly [
  name: string,
  content: string | Buffer,
  how?: { flags?: number; claimed?: number },
];

/** A zip archive, as right or as wrong as a test wants it. */
function zip(...files: Packed[]): Buffer {
  const archive = zipOf(Object.fromEntries(files));
  for (const [name, , how] of files) if (how) spoil(archive, name, how);
  return archive;
}

/** Changes what an archive says of one entry, at the entry and in the directory. */
function spoil(archive: Buffer, name: string, how: { flags?: number; claimed?: number }): void {
  for (let at = archive.indexOf(name); at >= 0; at = archive.indexOf(name, at + 1)) {
    const isEntry = archive.toString('latin1', at - 30, at - 28) === 'PK' && archive[at - 28] === 3;
    // The fields begin 4 bytes into an entry, and 6 into a line of the directory.
    const fields = isEntry ? at - 30 + 4 : at - 46 + 6;
    if (how.flags) archive.writeUInt16LE(0x800 | how.flags, fields + 2);
    if (how.claimed) archive.writeUInt32LE(how.claimed, fields + 18);
  }
}

import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import tar, { type Header } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '#domain/code.ts';
import { bring, bringAndRead, pathsOf, read } from '../../testing/code.ts';
import { postRequest } from '../../testing/deeds.ts';
import { kept } from '../../testing/files.ts';
import { openWorld, type Person, type World } from '../../testing/world.ts';
import { zipOf } from '../../testing/write-zip.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

type Tarred = Partial<Header> & { name: string; content?: Buffer | string };

async function tarOf(entries: Iterable<Tarred>): Promise<Buffer> {
  const archive = tar.pack();
  const written = buffer(archive);
  for (const { content = '', ...header } of entries)
    archive.entry({ ...header, size: Buffer.byteLength(content) }, content);
  archive.finalize();
  return written;
}

async function outcome(content: Buffer): Promise<Snapshot> {
  const { id } = await postRequest(customer);
  return bringAndRead(world, customer, id, content);
}

/** Nothing of it is kept, and its author is told why in words that name the file. */
async function expectRefused(content: Buffer, words: RegExp): Promise<void> {
  const version = await outcome(content);
  expect(version).toMatchObject({ state: 'failed', files: 0 });
  expect(version.trouble).toMatch(words);
  expect((await kept(world)).incoming).toEqual([]);
  const packs = await world.context.db.selectFrom('code_packs').select('key').execute();
  const needed = await world.context.db.selectFrom('code_blobs').select('pack_key').execute();
  const known = new Set(needed.map(({ pack_key }) => pack_key));
  expect(packs.every(({ key }) => known.has(key))).toBe(true);
}

const HOSTILE_NAMES: [name: string, words: RegExp][] = [
  ['../evil.ts', /leads out of the project: “\.\.\/evil\.ts”/],
  ['src/../../evil.ts', /leads out/],
  ['src/.. /evil.ts', /leads out/],
  ['/etc/passwd', /absolute path/],
  ['C:/windows/evil.ts', /absolute path/],
  ['src/e\u0001vil.ts', /control character/],
  ['src/evil\u202egpj.ts', /cannot be seen/],
  ['src/e\u200bvil.ts', /cannot be seen/],
  [`${'a'.repeat(300)}.ts`, /longer than 255 bytes/],
  [`${'d/'.repeat(70)}deep.ts`, /more than 60 folders/],
  [Array(5).fill('ü'.repeat(120)).join('/'), /longer than 1000 bytes/],
];

describe('an archive with a name that leads elsewhere', () => {
  it.each(HOSTILE_NAMES)(
    'is refused as a zip and as a tar: %j',
    async (name, words) => {
      await expectRefused(zipOf({ 'a.ts': 'one', [name]: 'evil' }), words);
      await expectRefused(await tarOf([{ name: 'a.ts' }, { name, content: 'evil' }]), words);
    },
    60_000,
  );

  it('is read as Windows means it in a zip, and refused in a tar', async () => {
    const { id } = await outcome(zipOf({ 'src\\a.ts': 'one', 'b.ts': 'two' }));
    expect(await pathsOf(customer, id)).toEqual(['b.ts', 'src/a.ts']);
    await expectRefused(zipOf({ '..\\..\\evil.ts': 'evil', 'b.ts': '' }), /leads out/);
    await expectRefused(await tarOf([{ name: 'src\\evil.ts' }]), /backslash/);
  }, 60_000);

  it('is refused for a zero byte in it', async () => {
    await expectRefused(zipOf({ 'a.ts': 'one', 'src/e\0vil.ts': 'evil' }), /zero byte/);
  }, 60_000);

  it.each<[string[], RegExp]>([
    [['caf\u00e9.ts', 'cafe\u0301.ts'], /there twice/],
    [['a', 'a/b.ts'], /also a folder/],
  ])(
    'is refused where two are one: %j',
    async (names, words) => {
      const files = Object.fromEntries(names.map((name) => [name, name]));
      await expectRefused(zipOf({ ...files, 'z.ts': '' }), words);
    },
    60_000,
  );

  it.each([
    [['src/App.ts', 'src/app.ts'], 'src/App.ts and src/app.ts'],
    [['Src/a.ts', 'src/A.ts'], 'Src/a.ts and src/A.ts'],
    [['A', 'a/b.ts'], 'A and a/'],
    [['\ufb01le.ts', 'file.ts'], 'file.ts and \ufb01le.ts'],
  ])(
    'keeps both where only some systems take them for one, and says so: %j',
    async (names, words) => {
      const files = Object.fromEntries(names.map((name) => [name, name]));
      const { id, packet } = await outcome(zipOf({ ...files, 'z.ts': '' }));
      expect(await pathsOf(customer, id)).toEqual([...names, 'z.ts'].sort());
      const clashes = packet?.findings.filter(({ kind }) => kind === 'name_clash');
      expect(clashes?.map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
    },
    60_000,
  );

  it('keeps names of every script, in one form', async () => {
    const names = [
      '日本/ファイル.ts',
      'العربية.md',
      'עברית.md',
      'e\u0301te\u0301.ts',
      '🚀.ts',
      'aux.ts',
      '#1 %20.ts',
    ];
    const { id, state } = await outcome(
      zipOf(Object.fromEntries(names.map((name) => [name, name]))),
    );
    expect(state).toBe('ready');
    expect(await pathsOf(customer, id)).toEqual(names.map((name) => name.normalize('NFC')).sort());
  }, 60_000);
});

describe('what is no file of a project', () => {
  it('is left out and named: links, devices, and all that Git would run', async () => {
    const content = await tarOf([
      { name: 'a.ts', content: 'one' },
      { name: 'link.ts', type: 'symlink', linkname: '/etc/passwd' },
      { name: 'hard.ts', type: 'link', linkname: 'a.ts' },
      { name: 'null', type: 'character-device', devmajor: 1, devminor: 3 },
      { name: 'disk', type: 'block-device', devmajor: 8, devminor: 0 },
      { name: 'pipe', type: 'fifo' },
      { name: '.GIT/hooks/pre-commit', content: 'evil' },
      { name: 'git~1/config', content: 'evil' },
      { name: 'sub/.git. /config', content: 'evil' },
      { name: '__MACOSX/._a.ts', content: '' },
      { name: 'sub/.DS_Store', content: '' },
    ]);
    const version = await outcome(content);
    expect(version.files).toBe(1);
    expect(version.left_out.map(({ path, reason }) => [path, reason])).toEqual([
      ['.GIT/', 'version_control'],
      ['__MACOSX/', 'system'],
      ['disk', 'special'],
      ['git~1/', 'version_control'],
      ['hard.ts', 'link'],
      ['link.ts', 'link'],
      ['null', 'special'],
      ['pipe', 'special'],
      ['sub/.DS_Store', 'system'],
      ['sub/.git. /', 'version_control'],
    ]);
  }, 60_000);

  it('is all there is: then nothing comes of it', async () => {
    await expectRefused(zipOf({ 'node_modules/a/index.js': '1' }), /no files in it/);
    await expectRefused(zipOf({}), /no files in it|damaged/);
  }, 60_000);
});

describe('an archive that is too much', () => {
  it('fails at more files than any project has', async () => {
    const header = await tarOf([{ name: 'f' }]);
    const many = Array.from({ length: 20_001 }, (_, at) => named(header, `f${at}`));
    await expectRefused(gzipSync(Buffer.concat(many)), /more than 20000 files/);
  }, 60_000);

  it('fails at a million tiny files, also where they are left out', async () => {
    const header = await tarOf([{ name: 'f' }]);
    const some = Array.from({ length: 1000 }, (_, at) => named(header, `node_modules/f${at}`));
    const packed = gzipSync(Buffer.concat(some));
    await expectRefused(Buffer.concat(Array(1000).fill(packed)), /more than 250000 files/);
  }, 90_000);

  it('fails at more bytes than a project may have, however they are packed', async () => {
    const zeros = Buffer.alloc(70 * 1024 * 1024);
    await expectRefused(
      zipOf({ 'a.bin': zeros, 'b.bin': zeros, 'c.bin': zeros }),
      /more than 200 MB/,
    );
  }, 60_000);

  it('does not unpack archives within archives without end', async () => {
    let inner = zipOf({ 'zeros.bin': Buffer.alloc(30 * 1024 * 1024) });
    for (let depth = 0; depth < 8; depth++) inner = zipOf({ 'a.zip': inner, 'b.zip': inner });
    const version = await outcome(zipOf({ 'bomb.zip': inner, 'a.ts': 'one' }));
    expect(version).toMatchObject({ state: 'ready', files: 2 });
  }, 60_000);
});

describe('a broken archive', () => {
  const good = () => zipOf({ 'a.ts': 'x'.repeat(500), 'src/b.ts': randomBytes(4000) });

  it('is refused wherever it ends', async () => {
    const bytes = good();
    for (const end of [4, 30, 200, bytes.length - 30, bytes.length - 1])
      await expectRefused(bytes.subarray(0, end), /damaged|no zip/);
    const tarred = gzipSync(await tarOf([{ name: 'a.ts', content: randomBytes(5000) }]));
    for (const end of [20, 600, tarred.length - 9])
      await expectRefused(tarred.subarray(0, end), /damaged|no zip/);
  }, 300_000);

  it('is refused where its sizes or sums are wrong', async () => {
    const files = { 'a.ts': 'x'.repeat(500) };
    const directory = zipOf(files).indexOf('PK\x01\x02');
    for (const [at, value] of [
      [24, 400],
      [24, 600],
      [20, 3],
      [42, 77],
    ] as const) {
      const bytes = zipOf(files);
      bytes.writeUInt32LE(value, directory + at);
      await expectRefused(bytes, /damaged/);
    }
    await expectRefused(
      Buffer.concat([(await tarOf([{ name: 'a' }])).subarray(0, 512), Buffer.alloc(512, 1)]),
      /damaged/,
    );
  }, 60_000);

  it('is refused where files lie over each other, are locked, or packed in other ways', async () => {
    const bytes = zipOf({ 'a.ts': 'x'.repeat(500), 'b.ts': 'x'.repeat(500) });
    const second = bytes.lastIndexOf('PK\x01\x02');
    bytes.writeUInt32LE(0, second + 42);
    await expectRefused(bytes, /lie over each other: “b\.ts”/);
    const locked = zipOf({ 'a.ts': 'secret' });
    const directory = locked.indexOf('PK\x01\x02');
    locked.writeUInt16LE(0x801, directory + 8);
    await expectRefused(locked, /locked with a password: “a\.ts”/);
    const strange = zipOf({ 'a.ts': 'strange' });
    strange.writeUInt16LE(14, strange.indexOf('PK\x01\x02') + 10);
    await expectRefused(strange, /packed in a way/);
  }, 60_000);

  it('is refused where it is no archive at all', async () => {
    for (const content of [Buffer.alloc(0), Buffer.from('hello'), randomBytes(5000)])
      await expectRefused(content, /no zip, tar or tar\.gz/);
  }, 60_000);
});

describe('many versions at once', () => {
  it('come one after the other, and a killed intake is done again', async () => {
    const { id: ticketId } = await postRequest(customer);
    const one = await bring(world, customer, ticketId, { 'a.ts': 'one' });
    const two = await bring(world, customer, ticketId, { 'a.ts': 'two' });
    expect([one.number, two.number]).toEqual([1, 2]);
    // Two servers at the same version, and one that was killed before it was done.
    const pack = { key: 'k'.repeat(32), ticket_id: ticketId };
    await world.context.db.insertInto('code_packs').values(pack).execute();
    const [first] = await Promise.all([
      read(world, customer, one.id),
      read(world, customer, one.id),
      read(world, customer, two.id),
    ]);
    expect(first.number).toBe(1);
    for (const { id } of [one, two]) expect((await read(world, customer, id)).state).toBe('ready');
    const packs = await world.context.db
      .selectFrom('code_packs')
      .select(['key', 'size'])
      .where('ticket_id', '=', ticketId)
      .execute();
    expect(packs.filter(({ size }) => size !== null).length).toBe(2);
  }, 60_000);
});

/** The header of an empty file of a tar archive, with another name. */
function named(archive: Buffer, name: string): Buffer {
  const header = Buffer.from(archive.subarray(0, 512));
  header.fill(0, 0, 100).write(name);
  header.fill(' ', 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

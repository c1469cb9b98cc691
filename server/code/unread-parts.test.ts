import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringAndRead } from '../testing/code.ts';
import { postRequest } from '../testing/deeds.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipOf } from '../testing/write-zip.ts';
import { zipEntries } from '../testing/zip-entries.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

const KEY = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const PDF = `%PDF-1.7\n(${KEY}) Tj\n%%EOF`;
const PLAIN_PDF = '%PDF-1.7\n(nothing) Tj\n%%EOF';

/** What is stored of a masked project, and what was left out of it. */
async function masked(files: Record<string, string | Buffer>) {
  const { id: ticketId } = await postRequest(customer);
  const content = { 'package.json': '{}\n', ...files };
  const version = await bringAndRead(world, customer, ticketId, content, { secrets: 'mask' });
  const { rawPayload } = await world.app.inject({
    url: `/api/snapshots/${version.id}/archive`,
    headers: { authorization: `Bearer ${customer.token}` },
  });
  return { version, stored: await zipEntries(rawPayload) };
}

/** Its first entry can be read, and its directory breaks off behind that. */
function brokenOff(): Buffer {
  const archive = zipOf({ 'a.txt': `${KEY}\n`.repeat(20), 'b.txt': 'two' });
  archive.write('XX', archive.lastIndexOf('PK\x01\x02'));
  return archive;
}

describe('a key that no placeholder can stand in for', () => {
  it.each([
    ['a PDF', 'a.pdf', Buffer.from(PDF)],
    [
      'a PDF in wide letters',
      'a.pdf',
      Buffer.concat([Buffer.from('%PDF'), Buffer.from(KEY, 'utf16le')]),
    ],
    ['what calls itself bzip2', 'a.bz2', Buffer.from(`BZh9 ${KEY}`)],
    ['what calls itself rar', 'a.rar', Buffer.from(`Rar!\x1a\x07\x00 ${KEY}`, 'latin1')],
    [
      'a damaged gzip',
      'a.gz',
      Buffer.concat([Buffer.from('1f8b08', 'hex'), Buffer.from(` ${KEY}`)]),
    ],
    ['a damaged zip', 'a.zip', brokenOff()],
    ['a PDF in an archive', 'a.zip', zipOf({ 'a.pdf': PDF })],
    ['a damaged zip in an archive', 'a.zip', zipOf({ 'b.zip': brokenOff(), 'c.txt': 'three' })],
  ])('leaves its file out: %s', async (_, path, bytes) => {
    const { version, stored } = await masked({ [path]: bytes });
    expect(version).toMatchObject({ state: 'ready', is_masked: true });
    expect(version.left_out).toEqual([{ path, reason: 'secret', files: 1 }]);
    expect([...stored.keys()]).toEqual(['package.json']);
  });

  it('is the only reason: what cannot be read and holds none stays', async () => {
    const { version, stored } = await masked({ 'a.pdf': PLAIN_PDF, 'b.bz2': 'BZh9 nothing' });
    expect(version.left_out).toEqual([]);
    expect([...stored.keys()].sort()).toEqual(['a.pdf', 'b.bz2', 'package.json']);
  });
});

describe('an archive in a project', () => {
  const parts = { 'node_modules/a/index.js': 'one', 'doc.pdf': PLAIN_PDF, 'b/c.txt': 'two' };

  it('without a key stays as it is, with its dependencies and what cannot be read', async () => {
    const archive = zipOf(parts);
    const { version, stored } = await masked({ 'a.zip': archive, 'k.ts': `use('${KEY}')` });
    expect(version).toMatchObject({ left_out: [], is_masked: true });
    expect(stored.get('a.zip')?.equals(archive)).toBe(true);
  });

  it('with a key is written anew with what cannot be read in it', async () => {
    const archive = zipOf({ 'doc.pdf': PLAIN_PDF, 'k.ts': KEY });
    const { version, stored } = await masked({ 'a.zip': archive });
    expect(version.left_out).toEqual([]);
    const inner = await zipEntries(stored.get('a.zip') ?? Buffer.alloc(0));
    expect(inner.get('doc.pdf')?.toString()).toBe(PLAIN_PDF);
    expect(inner.get('k.ts')?.toString()).toBe('{{SECRET:stripe:1}}');
  });

  it('with a key is left out where a part of it would be lost', async () => {
    const { version } = await masked({ 'a.zip': zipOf({ ...parts, 'k.ts': KEY }) });
    expect(version.left_out).toEqual([{ path: 'a.zip', reason: 'secret', files: 1 }]);
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CodeFile, CodeSearch, Snapshot } from '#domain/code.ts';
import { bringAndRead } from '../testing/code.ts';
import { ok, postRequest } from '../testing/deeds.ts';
import { follow } from '../testing/files.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { zipEntries } from '../testing/zip-entries.ts';

let world: World;
let customer: Person;
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
afterAll(() => world.close());

/** The smallest picture there is, with one dot. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const LONG = Array.from({ length: 150_000 }, (_, line) => `line ${line}`).join('\n');
const PROJECT = {
  'package.json': '{}\n',
  'src/übung.ts': 'const größe = 1;\r\nconst Needle = größe;\r\n',
  'src/wide.txt': Buffer.from('\ufefffirst\nneedle\n', 'utf16le'),
  'src/old.txt': Buffer.from('caf\xe9 needle\n', 'latin1'),
  'dot.png': DOT,
  'raw.bin': randomBytes(3000),
  'long.log': LONG,
  'empty.txt': '',
};

async function brought(): Promise<Snapshot> {
  const { id } = await postRequest(customer);
  return bringAndRead(world, customer, id, PROJECT);
}

const fileOf = async (person: Person, id: string, path: string) =>
  ok(
    await person.call<CodeFile>(
      'GET',
      `/api/snapshots/${id}/file?path=${encodeURIComponent(path)}`,
    ),
  );
const search = async (person: Person, id: string, q: string) =>
  ok(
    await person.call<CodeSearch>('GET', `/api/snapshots/${id}/search?q=${encodeURIComponent(q)}`),
  );

describe('a file of a version', () => {
  it('is shown as text in any encoding, up to a megabyte', async () => {
    const { id } = await brought();
    expect(await fileOf(customer, id, 'src/übung.ts')).toMatchObject({
      kind: 'text',
      text: PROJECT['src/übung.ts'],
      lines: 2,
      is_complete: true,
      url: null,
    });
    expect((await fileOf(customer, id, 'src/wide.txt')).text).toContain('first\nneedle\n');
    expect((await fileOf(customer, id, 'src/old.txt')).text).toBe('café needle\n');
    expect(await fileOf(customer, id, 'empty.txt')).toMatchObject({ text: '', lines: 0 });
    const long = await fileOf(customer, id, 'long.log');
    expect(long).toMatchObject({ kind: 'large', is_complete: false, lines: 150_000 });
    expect(LONG.startsWith(long.text ?? 'x')).toBe(true);
    expect(long.text?.length).toBeGreaterThan(1_000_000);
  });

  it('that is a picture or no text is fetched by a link, which is for one person', async () => {
    const { id } = await brought();
    const picture = await fileOf(customer, id, 'dot.png');
    expect(picture).toMatchObject({ kind: 'image', text: null });
    const shown = await follow(world, picture.url ?? '');
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.bytes.equals(DOT)).toBe(true);
    const other = (picture.url ?? '').replace('dot.png', 'raw.bin');
    expect((await follow(world, other)).status).toBe(403);
    const raw = await follow(world, (await fileOf(customer, id, 'raw.bin')).url ?? '');
    expect(raw.bytes.equals(PROJECT['raw.bin'])).toBe(true);
    expect(raw.headers['content-type']).toBe('application/octet-stream');
  });

  it('that is not there is not found', async () => {
    const { id } = await brought();
    for (const path of ['nothing.ts', 'src', 'src/', '../package.json', '/package.json', '']) {
      const query = `path=${encodeURIComponent(path)}`;
      expect((await customer.call('GET', `/api/snapshots/${id}/file?${query}`)).status).toBe(404);
    }
    expect((await customer.call('GET', `/api/snapshots/${id}/tree?path=package.json`)).status).toBe(
      404,
    );
  });
});

describe('a search in a version', () => {
  it('finds names and lines whatever their case and encoding', async () => {
    const { id } = await brought();
    const { items, names, is_complete } = await search(customer, id, 'NEEDLE');
    expect(items.map(({ path, line }) => `${path}:${line}`).sort()).toEqual([
      'src/old.txt:1',
      'src/wide.txt:2',
      'src/übung.ts:2',
    ]);
    expect([names, is_complete]).toEqual([[], true]);
    for (const { text, start, end } of items)
      expect(text.slice(start, end).toLowerCase()).toBe('needle');
    expect((await search(customer, id, 'GRÖSSE')).items).toEqual([]);
    expect((await search(customer, id, 'GRÖßE')).items.map(({ line }) => line)).toEqual([1, 2]);
    expect((await search(customer, id, 'dot.')).names).toEqual(['dot.png']);
    expect((await search(customer, id, '(')).items).toEqual([]);
    expect((await search(customer, id, 'line 149999')).items).toMatchObject([{ line: 150_000 }]);
  });

  it('takes what is typed as it stands, and ends in time whatever that is', async () => {
    const { id: ticketId } = await postRequest(customer);
    const MB = 1024 * 1024;
    const files = {
      'a.txt': Buffer.alloc(20 * MB, 'a'),
      'b.txt': 'x (a+)+$ [z-a] \\d\n',
      'c.sql': Buffer.alloc(40 * MB, 'insert into a;\n'),
    };
    const { id } = await bringAndRead(world, customer, ticketId, files);
    for (const q of ['(a+)+$', '[z-a]', '\\d'])
      expect((await search(customer, id, q)).items.map(({ path }) => path)).toEqual(['b.txt']);
    const began = performance.now();
    const endless = `${'a'.repeat(199)}b`;
    const answer = await customer.call('GET', `/api/snapshots/${id}/search?q=${endless}`);
    expect([200, 422]).toContain(answer.status);
    // What is longer than a text that people read is not looked at, and that is said.
    expect(await search(customer, id, 'insert')).toMatchObject({ items: [], is_complete: false });
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});

describe('a whole version', () => {
  it('comes as a zip, to programs at once and to browsers by a link', async () => {
    const { id } = await brought();
    const url = `/api/snapshots/${id}/archive`;
    const headers = { authorization: `Bearer ${customer.token}` };
    const sent = await world.app.inject({ url, headers });
    expect(sent.headers['content-disposition']).toContain('version-1.zip');
    const link = ok(await customer.call<{ url: string }>('GET', `${url}/link`));
    const followed = await follow(world, link.url);
    for (const bytes of [sent.rawPayload, followed.bytes]) {
      const entries = await zipEntries(bytes);
      expect([...entries.keys()].sort()).toEqual(Object.keys(PROJECT).sort());
      for (const [path, content] of Object.entries(PROJECT))
        expect(entries.get(path)?.equals(Buffer.from(content))).toBe(true);
    }
    const forged = link.url.replace(
      /signature=(.)/,
      (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`,
    );
    expect((await follow(world, forged)).status).toBe(403);
  });
});

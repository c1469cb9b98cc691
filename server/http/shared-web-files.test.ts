import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../database/database.ts';
import { tidy } from '../start/tidy.ts';
import { newDatabase } from '../testing/new-database.ts';
import { startProcess, temporaryFolder } from '../testing/server-process.ts';
import { openWorld, type World } from '../testing/world.ts';
import { shareWebFiles, tidyWebFiles } from './shared-web-files.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.db.deleteFrom('web_files').execute();
});

const CODE = 'console.log("an older release");';
const FONT = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0, 255]);

/** The built files of a release, each compressed where its name does not end in woff2. */
function release(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) {
    const content = name.endsWith('.woff2') ? FONT : CODE;
    writeFileSync(path.join(folder, name), content);
    if (content !== FONT)
      writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(content));
  }
  return folder;
}

const share = (...names: string[]) => shareWebFiles(world.context.db, release(...names));
const ask = (name: string, accepted = '', method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  world.app.inject({ method, url: `/assets/${name}`, headers: { 'accept-encoding': accepted } });

async function names(): Promise<string[]> {
  const { db } = world.context;
  const rows = await db.selectFrom('web_files').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

describe('a file that only another release has', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', undefined],
    ['br;q=0', undefined],
    ['', undefined],
  ])('is sent to a browser that takes "%s", packed as %s', async (accepted, encoding) => {
    await share('screen-a1.js');
    const { statusCode, headers, rawPayload } = await ask('screen-a1.js', accepted);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(rawPayload).toEqual(encoding ? brotliCompressSync(CODE) : Buffer.from(CODE));
  });

  test.each([
    ['look-b2.css', 'text/css; charset=utf-8'],
    ['letters-c3.woff2', 'font/woff2'],
  ])('%s has its type', async (name, type) => {
    await share(name);
    const { headers, rawPayload } = await ask(name);
    expect(headers['content-type']).toBe(type);
    expect(rawPayload).toEqual(name.endsWith('.woff2') ? FONT : Buffer.from(CODE));
  });

  test('is only read', async () => {
    await share('screen-a1.js');
    expect(await ask('screen-a1.js', '', 'HEAD')).toMatchObject({ statusCode: 200, body: '' });
    expect((await ask('screen-a1.js', '', 'POST')).statusCode).toBe(404);
  });
});

test.each([
  'screen-z9.js',
  'screen-a1.js.br',
  'screen-a1',
  'SCREEN-A1.js',
  'more/screen-a1.js',
  '..%2fscreen-a1.js',
  'screen-a1.js%00',
  `${'a'.repeat(300)}.js`,
  `'--.js`,
])('what no release has is not there, and is not kept as such: %s', async (name) => {
  await share('screen-a1.js');
  const { statusCode, headers } = await ask(name);
  expect([400, 404]).toContain(statusCode);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(headers['cache-control']).not.toMatch(/immutable/);
});

test('servers of two releases start at once, and each answers for both', async () => {
  await Promise.all([
    share('both-1.js', 'old-2.js'),
    share('both-1.js', 'new-3.js'),
    share('both-1.js', 'new-3.js'),
  ]);
  expect(await names()).toEqual(['both-1.js', 'new-3.js', 'old-2.js']);
});

test('a server shares the files of its release before it answers', async () => {
  const product = path.join(import.meta.dirname, '../..');
  const other = temporaryFolder();
  for (const part of ['server', 'domain', 'package.json'])
    cpSync(path.join(product, part), path.join(other, part), { recursive: true });
  symlinkSync(path.join(product, 'node_modules'), path.join(other, 'node_modules'));
  const assets = path.join(other, 'build/client/assets');
  mkdirSync(assets, { recursive: true });
  writeFileSync(path.join(assets, 'screen-b7.js'), CODE);
  const url = await newDatabase();
  const program = path.join(other, 'server/from-sources.js');
  await (await startProcess({ DATABASE_URL: url }, program)).ready();
  const pool = connect(url);
  onTestFinished(() => pool.end());
  expect((await pool.query('select name from web_files')).rows).toEqual([{ name: 'screen-b7.js' }]);
});

test('without a web build there is nothing to share', async () => {
  await shareWebFiles(world.context.db, path.join(tmpdir(), 'unblock-no-release'));
  expect(await names()).toEqual([]);
});

test('a release is forgotten two weeks after it ran last', async () => {
  const { db } = world.context;
  const running = release('runs-1.js');
  await Promise.all([shareWebFiles(db, running), share('recent-2.js'), share('gone-3.js')]);
  const age = (name: string, days: number) =>
    db
      .updateTable('web_files')
      .set({ used_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('name', '=', name)
      .execute();
  await Promise.all([age('runs-1.js', 100), age('recent-2.js', 13.9), age('gone-3.js', 14.1)]);
  await tidyWebFiles({ db }, running);
  expect(await names()).toEqual(['recent-2.js', 'runs-1.js']);
  // Every hour.
  await age('recent-2.js', 15);
  await tidy(world.context);
  expect(await names()).toEqual(['runs-1.js']);
});

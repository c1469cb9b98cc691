import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '#domain/milliseconds.ts';
import { StoreError } from '../store/store.ts';
import { aRequest, ok } from '../testing/deeds.ts';
import { upload } from '../testing/files.ts';
import { keepLog } from '../testing/log.ts';
import { openWorld, type Person, type World } from '../testing/world.ts';
import { checkFiles } from './check-files.ts';

let world: World;
let customer: Person;
let lines: string[];
beforeAll(async () => {
  world = await openWorld();
  customer = await world.person('customer');
});
beforeEach(() => {
  lines = [];
});
afterAll(() => world.close());

/** A file of a request; where its bytes lie. */
async function attached(content: string): Promise<{ key: string; place: string }> {
  const { fileKey: key } = await upload(world, customer, { content });
  ok(await customer.call('POST', '/api/tickets', { ...aRequest, files: { [key]: 'notes.txt' } }));
  return { key, place: path.join(world.context.config.dataDir, 'files/originals', key) };
}

const check = (files = world.context.files) =>
  checkFiles({ ...world.context, files, log: keepLog(lines).log as never });

const told = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'a stored file is damaged')
    .map(({ file, damage }) => [file, damage]);

async function stateOf(key: string) {
  return world.context.db
    .selectFrom('files')
    .select(['damage', 'checked_at'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

/** As if the last look at it were so many days ago. */
async function passDays(key: string, days: number): Promise<void> {
  const checked_at = new Date(Date.now() - days * DAY_MS);
  await world.context.db.updateTable('files').set({ checked_at }).where('key', '=', key).execute();
}

async function damaged(): Promise<string[]> {
  const headers = { authorization: `key ${world.context.config.serviceApiKey}` };
  const { payload } = await world.app.inject({ url: '/metrics', headers });
  return payload.split('\n').filter((line) => line.startsWith('unblock_files_damaged'));
}

test('writes nothing into the log that is no line of it', async () => {
  const said = vi.spyOn(console, 'log');
  onTestFinished(() => said.mockRestore());
  await check();
  expect(said.mock.calls).toEqual([]);
});

test('files whose bytes are gone or others are found, told once, and counted until they are back', async () => {
  const [whole, gone, other] = [await attached('a'), await attached('b'), await attached('c')];
  const empty = await attached('');
  await rm(gone.place);
  await writeFile(other.place, 'C');
  await check();
  expect((await stateOf(whole.key)).damage).toBeNull();
  expect((await stateOf(empty.key)).damage).toBeNull();
  expect(told().toSorted()).toEqual(
    [
      [gone.key, 'missing'],
      [other.key, 'changed'],
    ].toSorted(),
  );
  expect(await damaged()).toEqual([
    'unblock_files_damaged{damage="missing"} 1',
    'unblock_files_damaged{damage="changed"} 1',
  ]);

  await passDays(gone.key, 1.1);
  await passDays(other.key, 0.9);
  await Promise.all([writeFile(gone.place, 'b'), writeFile(other.place, 'c')]);
  await check();
  expect((await stateOf(gone.key)).damage).toBeNull();
  expect((await stateOf(other.key)).damage).toBe('changed');
  await passDays(other.key, 1.1);
  await writeFile(other.place, 'C');
  await check();
  expect(told()).toHaveLength(2);
  await passDays(other.key, 1.1);
  await writeFile(other.place, 'c');
  await check();
  expect(await damaged()).toEqual([
    'unblock_files_damaged{damage="missing"} 0',
    'unblock_files_damaged{damage="changed"} 0',
  ]);
});

test('a whole file is looked at once a month', async () => {
  const { key } = await attached('a');
  await check();
  const first = await stateOf(key);
  expect(first.checked_at).not.toBeNull();
  await passDays(key, 29.9);
  const { checked_at } = await stateOf(key);
  await check();
  expect(await stateOf(key)).toEqual({ damage: null, checked_at });
  await passDays(key, 30.1);
  await check();
  expect((await stateOf(key)).checked_at?.getTime()).toBeGreaterThan(Date.now() - DAY_MS);
});

test('what is not kept for anybody is not looked at', async () => {
  const { fileKey } = await upload(world, customer, { content: 'left' });
  await check();
  expect((await stateOf(fileKey)).checked_at).toBeNull();
  const { key, place } = await attached('a');
  const { db, files } = world.context;
  // Removed between the look and the note.
  const read = vi.spyOn(files, 'read').mockImplementationOnce(async () => {
    await rm(place);
    await db.updateTable('files').set({ status: 'removed' }).where('key', '=', key).execute();
    throw new StoreError('missing', null);
  });
  onTestFinished(() => read.mockRestore());
  await check();
  expect(await stateOf(key)).toEqual({ damage: null, checked_at: null });
  expect(told()).toEqual([]);
});

test('the picture of a profile, of which only a drawing is kept, is not missed', async () => {
  const content = await sharp({
    create: { width: 9, height: 9, channels: 3, background: 'orange' },
  })
    .png()
    .toBuffer();
  const { fileKey } = await upload(world, customer, { name: 'me.png', content });
  ok(await customer.call('PATCH', '/api/me', { profile_image_url: fileKey }));
  await check();
  expect(told()).toEqual([]);
});

test('what is not looked at for lack of a hash is not counted', async () => {
  const { key } = await attached('a');
  const unknown = { sha256: null, damage: 'missing' } as const;
  await world.context.db.updateTable('files').set(unknown).where('key', '=', key).execute();
  expect(await damaged()).toContain('unblock_files_damaged{damage="missing"} 0');
});

test('a store that does not answer damages nothing, and one bad place keeps nobody from being looked at', async () => {
  const [bad, good] = [await attached('a'), await attached('b')];
  const { files } = world.context;
  const away = () => Promise.reject(new StoreError('unavailable', null));
  await expect(check({ ...files, read: away })).rejects.toThrow(StoreError);
  expect(await stateOf(bad.key)).toEqual({ damage: null, checked_at: null });

  const read: typeof files.read = (name) =>
    name === `originals/${bad.key}` ? away() : files.read(name);
  await expect(check({ ...files, read })).rejects.toThrow(StoreError);
  expect((await stateOf(good.key)).checked_at).not.toBeNull();
  expect((await stateOf(bad.key)).checked_at).toBeNull();
  await check();
  expect((await stateOf(bad.key)).checked_at).not.toBeNull();
  expect(told()).toEqual([]);
});

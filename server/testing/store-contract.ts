import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { FileStore, ObjectName } from '../store/store.ts';

/** What every store promises; the tests of each adapter call this inside a `describe`. */
export function keepsTheContract(store: () => FileStore): void {
  it.each([0, 1, 65_537, 5 * 1024 * 1024 + 3])(
    'gives back the very bytes: %i of them',
    async (size) => {
      const bytes = randomBytes(size);
      const name = await put(store(), bytes);
      expect((await read(store(), name)).equals(bytes)).toBe(true);
    },
  );

  it('gives the part that is asked for', async () => {
    const name = await put(store(), Buffer.from('0123456789'));
    expect((await read(store(), name, { start: 2, end: 4 })).toString()).toBe('234');
    expect((await read(store(), name, { start: 9, end: 9 })).toString()).toBe('9');
    expect((await read(store(), name, { start: 0, end: 9 })).toString()).toBe('0123456789');
  });

  it('lends a file for as long as it is worked on, and keeps no copy', async () => {
    const name = await put(store(), Buffer.from('lent'));
    const lent = await store().lend(name, (file) => readFile(file, 'utf8'));
    expect(lent).toBe('lent');
    const failure = new Error('the work failed');
    await expect(store().lend(name, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await readdir(store().incoming)).toEqual([]);
    expect((await read(store(), name)).toString()).toBe('lent');
  });

  it('says what is missing', async () => {
    const name: ObjectName = `originals/${randomUUID()}`;
    await expect(store().read(name)).rejects.toMatchObject({ trouble: 'missing' });
    await expect(store().lend(name, async () => 1)).rejects.toMatchObject({ trouble: 'missing' });
  });

  it('removes for good, and twice without a complaint', async () => {
    const name = await put(store(), Buffer.from('gone'));
    const other = await put(store(), Buffer.from('here'));
    await store().remove(name);
    await store().remove(name);
    await expect(store().read(name)).rejects.toMatchObject({ trouble: 'missing' });
    expect((await read(store(), other)).toString()).toBe('here');
  });

  it('keeps many at once apart', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const bytes = randomBytes(50_000);
        return { bytes, name: await put(store(), bytes) };
      }),
    );
    for (const { bytes, name } of all) expect((await read(store(), name)).equals(bytes)).toBe(true);
  });
}

/** A complete file ready to be stored. */
export async function arrived(store: FileStore, bytes: Buffer) {
  const file = path.join(store.incoming, randomUUID());
  await writeFile(file, bytes);
  const md5 = createHash('md5').update(bytes).digest('base64');
  return { path: file, size: bytes.length, md5 };
}

async function put(store: FileStore, bytes: Buffer): Promise<ObjectName> {
  const name: ObjectName = `originals/${randomBytes(24).toString('base64url')}`;
  await store.put(name, await arrived(store, bytes));
  return name;
}

async function read(
  ...[store, ...what]: [FileStore, ...Parameters<FileStore['read']>]
): Promise<Buffer> {
  return buffer(await store.read(...what));
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { DAY_MS } from '#domain/milliseconds.ts';
import type { Database } from '../database/database.ts';
import { ASSETS } from './web-build.ts';

/** As long as a browser keeps what was read with a release. */
const KEPT_DAYS = 14;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};
const unpack = promisify(brotliDecompress);

export interface SharedFile {
  type: string;
  content: Buffer;
  isPacked: boolean;
}

/**
 * Puts the built files of this release beside those of others: a page that one server has sent asks any
 * server for its files, also one that runs another release.
 */
export async function shareWebFiles(db: Database, folder = ASSETS): Promise<void> {
  const names = await namesIn(folder);
  const shared = await db
    .selectFrom('web_files')
    .select('name')
    .where('name', 'in', ['', ...names])
    .execute();
  const known = new Set(shared.map(({ name }) => name));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return;
  const rows = await Promise.all(missing.map((name) => readPacked(folder, name)));
  await db
    .insertInto('web_files')
    .values(rows)
    .onConflict((already) => already.doNothing())
    .execute();
}

/** Forgets the files of releases that have not run for two weeks. */
export async function tidyWebFiles({ db }: { db: Database }, folder = ASSETS): Promise<void> {
  const names = await namesIn(folder);
  await db
    .updateTable('web_files')
    .set({ used_at: new Date() })
    .where('name', 'in', ['', ...names])
    .execute();
  await db
    .deleteFrom('web_files')
    .where('used_at', '<', new Date(Date.now() - KEPT_DAYS * DAY_MS))
    .execute();
}

/**
 * A file of whichever release, by its name; null where no release has it.
 * @param takesPacked whether the browser reads what Brotli has compressed
 */
export async function findSharedFile(
  db: Database,
  name: string,
  takesPacked: boolean,
): Promise<SharedFile | null> {
  const type = TYPES[path.extname(name)];
  if (!type) return null;
  const file = await db
    .selectFrom('web_files')
    .select(['content', 'is_packed'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!file) return null;
  const { content, is_packed } = file;
  if (is_packed && !takesPacked) return { type, content: await unpack(content), isPacked: false };
  return { type, content, isPacked: is_packed };
}

/** Sorted: servers that start together wait for each other's rows in the same order. */
async function namesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Not built.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return all.filter((name) => path.extname(name) in TYPES).toSorted();
}

/** Compressed by the build, where that makes it smaller. */
async function readPacked(folder: string, name: string) {
  const packed = await readFile(path.join(folder, `${name}.br`)).catch(() => null);
  const content = packed ?? (await readFile(path.join(folder, name)));
  return { name, content, is_packed: packed !== null };
}

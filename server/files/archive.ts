import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ArchiveEntry } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';

/** What an archive claims to hold is listed up to here; nothing is unpacked for it. */
const MAX_ENTRIES = 1000;
/** One entry that is asked for by its name is looked for further. */
const MAX_SEEN = 20_000;
/** Longer ones are passed over: no project has them, and all that are listed are sent together. */
const MAX_PATH = 1000;

/**
 * Runs in a worker: what a zip archive on this machine holds, as its directory says.
 * @throws Refusal `not_an_archive`
 */
export async function listArchive(
  path: string,
): Promise<{ items: ArchiveEntry[]; is_complete: boolean }> {
  return withArchive(path, async (archive) => {
    const items: ArchiveEntry[] = [];
    let is_complete = true;
    for await (const entry of archive.eachEntry()) {
      if (items.length === MAX_ENTRIES) return { items, is_complete: false };
      const name = nameOf(entry);
      if (isPathTooLong(name)) is_complete = false;
      else items.push({ path: name, size: entry.uncompressedSize, is_folder: name.endsWith('/') });
    }
    return { items, is_complete };
  });
}

/**
 * Lends the unpacked bytes of one entry; what is not read is not unpacked.
 * @throws Refusal `not_an_archive`, `not_found`, `not_text` for what is locked or packed strangely
 */
export async function readEntry<Result>(
  path: string,
  entryPath: string,
  work: (bytes: Readable) => Promise<Result>,
): Promise<Result> {
  return withArchive(path, async (archive) => {
    const entry = await findEntry(archive, entryPath);
    if (!entry.canDecodeFileData()) throw new Refusal('not_text');
    const bytes = await archive.openReadStreamPromise(entry);
    return work(bytes).finally(() => bytes.destroy());
  });
}

async function findEntry(archive: ZipFile, entryPath: string): Promise<Entry> {
  let seen = 0;
  for await (const entry of archive.eachEntry()) {
    if (nameOf(entry) === entryPath) return entry;
    if (++seen === MAX_SEEN) break;
  }
  throw new Refusal('not_found');
}

/**
 * Opens an archive for as long as `work` takes.
 * @throws Refusal `not_an_archive` for whatever cannot be read
 */
export async function withArchive<Result>(
  path: string,
  work: (archive: ZipFile) => Promise<Result>,
): Promise<Result> {
  let archive: ZipFile | null = null;
  try {
    // Names come as bytes: the reader would refuse a whole archive for one strange name.
    archive = await yauzl.openPromise(path, {
      autoClose: false,
      decodeStrings: false,
    });
    return await work(archive);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('not_an_archive');
  } finally {
    archive?.close();
  }
}

export function isPathTooLong(path: string): boolean {
  return path.length > MAX_PATH;
}

/** The path of an entry, as text. */
export function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  return yauzl
    .getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
    .toWellFormed();
}

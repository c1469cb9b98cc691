import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, ZipFile } from 'yauzl';
import { nameOf, withArchive } from './archive.ts';

/** How far an archive is read; what it claims about itself counts for nothing. */
interface TextLimits {
  /** Entries looked at. */
  entries: number;
  /** Entries unpacked. */
  texts: number;
  bytesEach: number;
  bytesTogether: number;
}

export interface ArchiveText {
  path: string;
  text: string;
}

interface Reading {
  wanted: (path: string) => boolean;
  limits: TextLimits;
}

/**
 * Hands over the beginnings of those texts in a zip archive that are wanted, one after the other, so
 * that no more than one is held. What is no text, locked or packed strangely is passed over.
 * @throws Refusal `not_an_archive`
 */
export async function eachText(
  archivePath: string,
  { wanted, limits }: Reading,
  take: (text: ArchiveText) => Promise<void>,
): Promise<void> {
  await withArchive(archivePath, async (archive) => {
    const left = { ...limits };
    for await (const entry of archive.eachEntry()) {
      if (left.entries-- <= 0) return;
      if (!isReadable(entry) || !wanted(nameOf(entry))) continue;
      if (left.texts-- <= 0 || left.bytesTogether <= 0) return;
      const most = Math.min(limits.bytesEach, left.bytesTogether);
      const bytes = await unpack(archive, entry, most);
      left.bytesTogether -= bytes.length;
      await handOver(bytes, nameOf(entry), take);
    }
  });
}

/** Bytes with a NUL are no text. Other requests get their turn in between. */
async function handOver(
  bytes: Buffer,
  path: string,
  take: (text: ArchiveText) => Promise<void>,
): Promise<void> {
  if (!bytes.includes(0)) await take({ path, text: new TextDecoder().decode(bytes) });
  await nextTurn();
}

function isReadable(entry: Entry): boolean {
  return entry.canDecodeFileData() && !nameOf(entry).endsWith('/');
}

/** What cannot be unpacked is empty. */
async function unpack(archive: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  try {
    return await readBeginning(await archive.openReadStreamPromise(entry), most);
  } catch {
    return Buffer.alloc(0);
  }
}

/** At most so many bytes; the rest is not read. */
export async function readBeginning(bytes: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

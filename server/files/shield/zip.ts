import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import yazl from 'yazl';
import { nameOf } from '../archive.ts';
import { NotRead } from './budget.ts';

/** An entry of an archive, and how to unpack it. */
export interface Packed {
  path: string;
  isFolder: boolean;
  /** @throws NotRead, and the errors of the reader for what is damaged */
  unpack: (room: number) => Promise<Buffer>;
  /** What a copy of the entry keeps. */
  kept: { mtime: Date; mode?: number; compress: boolean };
}

/** Hands over the entries of a zip archive, one after the other. */
export async function eachInZip(
  bytes: Buffer,
  take: (entry: Packed) => Promise<void>,
): Promise<void> {
  // Names come as bytes: the reader would refuse a whole archive for one strange name.
  const archive = await yauzl.fromBufferPromise(bytes, { decodeStrings: false });
  for await (const entry of archive.eachEntry()) {
    const path = nameOf(entry);
    await take({
      path,
      isFolder: path.endsWith('/'),
      unpack: (room) => unpack(archive, entry, room),
      kept: keptOf(entry),
    });
  }
}

async function unpack(archive: ZipFile, entry: Entry, room: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new NotRead('encrypted');
  if (!entry.canDecodeFileData()) throw new NotRead('format');
  return beginningOf(await archive.openReadStreamPromise(entry), room);
}

/** @throws NotRead `too_large` as soon as there is more than the room */
async function beginningOf(bytes: Readable, room: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > room) throw new NotRead('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function keptOf(entry: Entry): Packed['kept'] {
  const mode = entry.externalFileAttributes >>> 16;
  return {
    mtime: entry.getLastModDate(),
    compress: entry.compressionMethod !== 0,
    ...(mode !== 0 && { mode }),
  };
}

/** Writes a zip archive in memory, entry by entry. */
export class ZipWriter {
  private readonly archive = new yazl.ZipFile();

  async add({ path, isFolder, kept }: Omit<Packed, 'unpack'>, bytes: Buffer): Promise<void> {
    const { compress, ...rest } = kept;
    if (isFolder) this.archive.addEmptyDirectory(safe(path), rest);
    else this.archive.addBuffer(bytes, safe(path), { ...rest, compress });
  }

  async end(): Promise<Buffer> {
    this.archive.end();
    return buffer(this.archive.outputStream);
  }
}

/** No path that leads out of the folder where the archive is unpacked. */
function safe(path: string): string {
  const parts = path.replaceAll('\\', '/').split('/');
  const inside = parts.filter(
    (part, at) => (part !== '' || at === parts.length - 1) && part !== '.',
  );
  return (
    inside.map((part) => (part === '..' || /^[a-z]:$/i.test(part) ? '_' : part)).join('/') || '_'
  );
}

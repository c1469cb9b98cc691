import { crc32, inflateRawSync } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { Refusal } from '#domain/refusals.ts';
import { nameOf } from '../../files/archive.ts';
import { type ArchiveEntry, asIterable, type TakeEntry } from './collect.ts';
import { cannotRead, shown } from './place.ts';
import { WindowedFile } from './windowed-file.ts';

/** Kinds of files in the upper half of what Unix keeps of them. */
const KIND = 0o170000;
const KINDS = new Map<number, ArchiveEntry['type']>([
  // Made where files have no kind.
  [0, 'file'],
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'link'],
]);
/** Of a local header, before the name. */
const HEADER_BYTES = 30;
/** A stream for each of 20,000 small files would cost more than all that is done with them. */
const UNPACKED_AT_ONCE = 1024 * 1024;

/**
 * Hands over the entries of a zip archive on this machine.
 * @throws Refusal `project_refused` for one that is damaged, locked, or whose entries lie over each other
 */
export async function eachInZipFile(path: string, take: TakeEntry): Promise<void> {
  const taken = new Ranges();
  const file = new WindowedFile(path);
  let at = '';
  try {
    // Names come as bytes: the reader would refuse a whole archive for one strange name.
    const archive = await yauzl.fromRandomAccessReaderPromise(file, file.size, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
    });
    try {
      for await (const entry of archive.eachEntry()) {
        at = nameOf(entry);
        await take({
          name: at,
          type: typeOf(entry, at),
          executable: ((entry.externalFileAttributes >>> 16) & 0o100) !== 0,
          bytes: async () => {
            taken.add(entry);
            if (entry.isEncrypted())
              throw cannotRead(`A file is locked with a password: ${shown(nameOf(entry))}`);
            if (!entry.canDecodeFileData())
              throw cannotRead(`A file is packed in a way we do not read: ${shown(nameOf(entry))}`);
            return bytesOf(archive, entry, file);
          },
        });
      }
      taken.requireApart();
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof Refusal || !isOfArchive(error)) throw error;
    throw cannotRead(
      at === '' ? 'The archive is damaged.' : `The archive is damaged at ${shown(at)}`,
    );
  } finally {
    file.end();
  }
}

async function bytesOf(
  archive: ZipFile,
  entry: Entry,
  file: WindowedFile,
): Promise<AsyncIterable<Buffer>> {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  if (Math.max(compressedSize, uncompressedSize) > UNPACKED_AT_ONCE)
    return checked(entry, (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>);
  const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = file.bytes(fileDataStart, compressedSize);
  const most = { maxOutputLength: Math.max(1, uncompressedSize) };
  const bytes = compressionMethod === 0 ? packed : inflateRawSync(packed, most);
  if (bytes.length !== uncompressedSize) throw new Error('not as long as it says');
  return checked(entry, asIterable(bytes));
}

/** Hands the bytes on, and throws at their end where their sum is not what the archive says. */
async function* checked(
  { crc32: sum }: Entry,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  let found = 0;
  for await (const piece of bytes) {
    found = crc32(piece, found);
    yield piece;
  }
  if (found !== sum) throw new Error('not the sum that it says');
}

function typeOf({ externalFileAttributes }: Entry, name: string): ArchiveEntry['type'] {
  if (name.endsWith('/')) return 'folder';
  return KINDS.get((externalFileAttributes >>> 16) & KIND) ?? 'special';
}

/** Readers of archives throw plain errors, and those of packed bytes have a code that says so. */
function isOfArchive(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError)
    return false;
  return !('syscall' in error);
}

/** Which bytes of the archive were read as whose: none twice, as only a bomb has it. */
class Ranges {
  private readonly all: { start: number; end: number; entry: string }[] = [];

  add(entry: Entry): void {
    const start = entry.relativeOffsetOfLocalHeader;
    const end = start + HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
    this.all.push({ start, end, entry: nameOf(entry) });
  }

  requireApart(): void {
    this.all.sort((a, b) => a.start - b.start);
    for (const [at, { start, entry }] of this.all.entries()) {
      const before = this.all[at - 1];
      if (before && start < before.end)
        throw cannotRead(`Two files of the archive lie over each other: ${shown(entry)}`);
    }
  }
}

import yauzl, { type Entry } from 'yauzl';
import { Refusal } from '#domain/refusals.ts';
import { nameOf } from '../../files/archive.ts';
import type { ArchiveEntry, TakeEntry } from './archive-entry.ts';
import { cannotRead, shown } from './place.ts';

/** Kinds of files in the upper half of what Unix keeps of them. */
const KIND = 0o170000;
const KINDS: Record<number, ArchiveEntry['type']> = {
  0: 'file',
  16807: 'file',
  9604: 'folder',
  21609: 'link',
};
/** Of a local header, before the name. */
const HEADER_BYTES = 30;

/**
 * Hands over the entries of a zip archive on this machine.
 * @throws Refusal `project_refused` for one that is damaged, locked, or whose entries lie over each other
 */
export async function eachInZipFile(path: string, take: TakeEntry): Promise<void> {
  const taken = new Ranges();
  let at = '';
  try {
    // Names come as bytes: the reader would refuse a whole archive for one strange name.
    const archive = await yauzl.openPromise(path, {
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
            return (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
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
  }
}

function typeOf({ externalFileAttributes }: Entry, name: string): ArchiveEntry['type'] {
  if (name.endsWith('/')) return 'folder';
  return KINDS[(externalFileAttributes >>> 16) & KIND] ?? 'special';
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

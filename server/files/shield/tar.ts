import { buffer } from 'node:stream/consumers';
import tar, { type Header } from 'tar-stream';
import type { Packed } from './zip.ts';

const FOLDERS = ['directory'];
const FILES = ['file', 'contiguous-file', null, undefined];

/** Older formats too; its types do not know of that. */
const ANY_FORMAT: object = { allowUnknownFormat: true };

/** An entry of a tar archive; links and the like hold nothing. */
export interface Tarred extends Omit<Packed, 'kept'> {
  isFile: boolean;
  kept: Header;
}

/** Hands over the entries of a tar archive, one after the other. */
export async function eachInTar(
  bytes: Buffer,
  take: (entry: Tarred) => Promise<void>,
): Promise<void> {
  const archive = tar.extract(ANY_FORMAT);
  archive.end(bytes);
  for await (const entry of archive) {
    const { name, type } = entry.header;
    const content = await buffer(entry);
    await take({
      path: name,
      isFolder: FOLDERS.includes(type ?? ''),
      isFile: FILES.includes(type),
      unpack: async () => content,
      kept: entry.header,
    });
  }
}

/** Writes a tar archive in memory, entry by entry. Who owned the files on their machine is left out. */
export class TarWriter {
  private readonly archive = tar.pack();

  async add({ path: name, kept, isFile }: Tarred, bytes: Buffer): Promise<void> {
    const { mode, mtime, type, linkname } = kept;
    const header = { name, mode, mtime, type, linkname };
    if (isFile) this.archive.entry({ ...header, size: bytes.length }, bytes);
    else this.archive.entry({ ...header, size: 0 });
  }

  async end(): Promise<Buffer> {
    this.archive.finalize();
    return buffer(this.archive);
  }
}

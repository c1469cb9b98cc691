import { Zip, ZipDeflate } from 'fflate';
import type { FolderFile } from './folder-files.ts';

/** What the worker says: how far it is, what came of it, or why nothing did. */
export type PackAnswer =
  | { packed: number }
  | { zip: Blob }
  | { problem: 'too_large' | 'unreadable' };

interface Asked {
  files: readonly FolderFile[];
  /** Bytes, packed. */
  most: number;
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  pack(data).then(
    (zip) => say(zip ? { zip } : { problem: 'too_large' }),
    () => say({ problem: 'unreadable' }),
  );
});

function say(answer: PackAnswer): void {
  postMessage(answer);
}

/** One file after the other, so that only one is in memory; null where it grows too large. */
async function pack({ files, most }: Asked): Promise<Blob | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    size += part.length;
    parts.push(new Uint8Array(part));
  });
  for (const [place, { path, file }] of files.entries()) {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    entry.push(new Uint8Array(await file.arrayBuffer()), true);
    if (size > most) return null;
    say({ packed: place + 1 });
  }
  zip.end();
  return size > most ? null : new Blob(parts, { type: 'application/zip' });
}

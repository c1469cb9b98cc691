import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { nameOf, withArchive } from './archive.ts';

/** How far an archive is read; what it claims about itself counts for nothing. */
export interface TextLimits {
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

/**
 * Hands over the beginnings of those texts in a zip archive that are wanted, one after the other, so
 * that no more than one is held. What is no text, locked or packed strangely is passed over.
 * @returns whether everything that was wanted was read whole
 * @throws Refusal `not_an_archive`
 */
export async function eachText(
  archivePath: string,
  { wanted, limits }: { wanted: (path: string) => boolean; limits: TextLimits },
  take: (text: ArchiveText) => Promise<void>,
): Promise<boolean> {
  return withArchive(archivePath, async (archive) => {
    const left = { ...limits };
    let isComplete = true;
    for await (const entry of archive.eachEntry()) {
      if (left.entries-- <= 0) return false;
      const path = nameOf(entry);
      if (path.endsWith('/') || !wanted(path) || !entry.canDecodeFileData()) continue;
      if (left.texts-- <= 0 || left.bytesTogether <= 0) return false;
      const most = Math.min(limits.bytesEach, left.bytesTogether);
      const bytes = await readBeginning(await archive.openReadStreamPromise(entry), most);
      left.bytesTogether -= bytes?.length ?? 0;
      if (!bytes || bytes.includes(0)) continue;
      isComplete &&= bytes.length < most;
      await take({ path, text: new TextDecoder().decode(bytes) });
      await nextTurn();
    }
    return isComplete;
  });
}

/** At most so many bytes; null for what cannot be unpacked. */
export async function readBeginning(bytes: Readable, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= most) break;
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

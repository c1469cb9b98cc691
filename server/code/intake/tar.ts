import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { Refusal } from '#domain/refusals.ts';
import type { ArchiveEntry, TakeEntry } from './collect.ts';
import { cannotRead, shown } from './place.ts';

/** Unpacked, with all that is left out of it. */
const MOST_BYTES = 1024 * 1024 * 1024;
const KINDS: Record<string, ArchiveEntry['type']> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
  link: 'link',
  symlink: 'link',
};
/** Older formats too; its types do not know of that. */
const ANY_FORMAT: object = { allowUnknownFormat: true };

/**
 * Hands over the entries of a tar archive on this machine, in the order in which they come.
 * @throws Refusal `project_refused` for one that is damaged or ends too early
 */
export async function eachInTarFile(
  { path, isPacked }: { path: string; isPacked: boolean },
  take: TakeEntry,
): Promise<void> {
  const archive = tar.extract(ANY_FORMAT);
  const source = createReadStream(path);
  let failure: Error | null = null;
  const ended = (error?: Error | null) => {
    failure ??= error ?? null;
  };
  const limited = async function* (bytes: AsyncIterable<Buffer>) {
    let length = 0;
    for await (const chunk of bytes) {
      length += chunk.length;
      if (length > MOST_BYTES) throw cannotRead('The archive unpacks to more than 1 GB.');
      yield chunk;
    }
  };
  if (isPacked) pipeline(source, createGunzip(), limited, archive, ended);
  else pipeline(source, limited, archive, ended);
  let at = '';
  try {
    for await (const entry of archive) {
      const { name, type, mode = 0, linkname } = entry.header;
      at = name;
      // Some archives mark a folder by its name alone.
      const kind = name.endsWith('/') ? 'folder' : (KINDS[type ?? 'file'] ?? 'special');
      await take({
        name,
        type: kind === 'file' && linkname ? 'link' : kind,
        executable: (mode & 0o100) !== 0,
        bytes: async () => entry as AsyncIterable<Buffer>,
      });
      entry.resume();
    }
  } catch (error) {
    throw asRefusal(failure ?? error, at);
  } finally {
    archive.destroy();
    source.destroy();
  }
  if (failure !== null) throw asRefusal(failure, at);
}

function asRefusal(error: unknown, at: string): unknown {
  if (error instanceof Refusal || error instanceof TypeError || error instanceof ReferenceError)
    return error;
  if (error instanceof Error && 'syscall' in error) return error;
  return cannotRead(
    at === '' ? 'The archive is damaged.' : `The archive is damaged or ends after ${shown(at)}`,
  );
}

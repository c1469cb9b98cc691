import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolders } from '../config/config.ts';
import { type ByteRange, type FileStore, fromSystem, type ObjectName } from './store.ts';

/**
 * Files in a folder. Incoming files are in the same file system, so that taking one is a rename: all or
 * nothing, even in a power failure.
 * @throws the system's error when the folder cannot be created
 */
export async function diskStore(folder: string): Promise<FileStore> {
  const incoming = path.join(folder, 'incoming');
  for (const part of ['incoming', 'originals', 'thumbnails', 'packs']) {
    makeFolders(path.join(folder, part));
  }
  const place = (name: ObjectName) => path.join(folder, name);
  return {
    incoming,
    put: (name, file) => orTell(takeOver(file.path, place(name))),
    read: (name, range) => orTell(openStream(place(name), range)),
    remove: (name) => orTell(rm(place(name), { force: true })),
    lend: async (name, work) => {
      // Opened once, so that a missing file fails before work begins.
      await orTell(open(place(name)).then((handle) => handle.close()));
      return work(place(name));
    },
  };
}

async function orTell<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw fromSystem(error);
  }
}

async function takeOver(from: string, to: string): Promise<void> {
  await flush(from);
  await rename(from, to);
  await flush(path.dirname(to));
}

/** Before this returns, written data may be in memory only. */
async function flush(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync().finally(() => handle.close());
}

/** A stream of an existing file. It has no `FileHandle`: one that nobody closes would end the process. */
async function openStream(file: string, range: ByteRange | undefined): Promise<Readable> {
  const stream = createReadStream(file, range);
  await once(stream, 'open');
  return stream;
}

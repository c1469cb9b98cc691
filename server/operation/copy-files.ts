import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Uploads on their way: nothing names them yet. */
const ON_THEIR_WAY = 'incoming';

/**
 * Copies the folder of the disk store, whose server may be running: what it removes meanwhile is left out,
 * as it is gone there too.
 */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of await readdir(from)) {
    if (name === ON_THEIR_WAY) continue;
    await copyOne(path.join(from, name), path.join(to, name)).catch(unlessGone);
  }
}

/** Also where it is a link to another disk. */
async function copyOne(source: string, target: string): Promise<void> {
  const isFolder = (await stat(source)).isDirectory();
  await (isFolder ? copyFiles(source, target) : copyFile(source, target));
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

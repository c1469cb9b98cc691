import { copyFile, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Uploads on their way: nothing names them yet. */
const ON_THEIR_WAY = 'incoming';

/**
 * Copies the folder of the disk store, whose server may be running: what it removes meanwhile is left out,
 * as it is gone there too.
 */
export async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.name === ON_THEIR_WAY) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    await (entry.isDirectory() ? copyFiles(source, target) : copyFile(source, target)).catch(
      unlessGone,
    );
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

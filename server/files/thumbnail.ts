import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../context.ts';
import { makeThumbnail } from './picture.ts';
import { type FileStore, fromSystem, type ObjectName, StoreError } from './store.ts';

/**
 * The job that makes a thumbnail of a picture. One that cannot be made is not tried again; a store
 * that does not answer is.
 */
export async function thumbnailJob({ db, files, log }: Context, key: string): Promise<void> {
  const waiting = await db
    .selectFrom('files')
    .select('key')
    .where('key', '=', key)
    .where('thumbnail', '=', 'waiting')
    .where('status', 'in', ['stored', 'attached'])
    .executeTakeFirst();
  if (!waiting) return;
  const thumbnail = await files.lend(`originals/${key}`, makeThumbnail).catch((error: unknown) => {
    if (error instanceof StoreError) throw error;
    log.info({ err: error, key }, 'a file has no thumbnail');
    return null;
  });
  if (thumbnail) await putBytes(files, `thumbnails/${key}`, thumbnail);
  const kept = await db
    .updateTable('files')
    .set({ thumbnail: thumbnail ? 'made' : 'failed' })
    .where('key', '=', key)
    .where('status', '<>', 'removed')
    .executeTakeFirst();
  // Removed while we drew it.
  if (kept.numUpdatedRows === 0n) await files.remove(`thumbnails/${key}`);
}

/** Stores what we made ourselves. */
export async function putBytes(store: FileStore, name: ObjectName, bytes: Buffer): Promise<void> {
  const local = path.join(store.incoming, randomUUID());
  const md5 = createHash('md5').update(bytes).digest('base64');
  try {
    await writeFile(local, bytes, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw fromSystem(error);
    });
    await store.put(name, { path: local, size: bytes.length, md5 });
  } finally {
    await rm(local, { force: true });
  }
}

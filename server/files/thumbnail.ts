import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../lifecycle/context.ts';
import { type FileStore, fromSystem, type ObjectName } from '../store/store.ts';
import { drawPicture, isFaultOfPicture } from './picture.ts';
import { tellFile } from './tell-file.ts';

/**
 * The job that makes a thumbnail of a picture. One that cannot be made is not tried again; where
 * the store does not answer, or too many pictures wait, it is.
 */
export async function thumbnailJob(context: Context, key: string): Promise<void> {
  const { db, files, log } = context;
  const waiting = await db
    .selectFrom('files')
    .select('owner_id')
    .where('key', '=', key)
    .where('thumbnail', '=', 'waiting')
    .where('status', 'in', ['stored', 'attached'])
    .executeTakeFirst();
  if (!waiting) return;
  const bytes = () => files.read(`originals/${key}`);
  const owner = waiting.owner_id ?? 'service';
  const thumbnail = await drawPicture('thumbnail', bytes, owner).catch((error: unknown) => {
    if (!isFaultOfPicture(error)) throw error;
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
  else if (thumbnail) await tellFile(context, key);
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

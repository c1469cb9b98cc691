import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '#domain/milliseconds.ts';
import { Refusal } from '#domain/refusals.ts';
import { enqueueJob } from '../database/enqueue.ts';
import type { Change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { removeEach } from '../store/remove-each.ts';
import type { FileStore } from '../store/store.ts';
import { attachableBy } from './file-rows.ts';

/** Source: security checklist F5. */
const UNATTACHED_LIVE_MS = 24 * HOUR_MS;
const AT_A_TIME = 200;

/**
 * A person takes back an upload that they have not attached.
 * @throws Refusal `not_found`
 */
export async function takeBack(change: Change, ownerId: string, key: string): Promise<void> {
  const taken = await change.tx
    .updateTable('files')
    .set({ status: 'removed' })
    .where('key', '=', key)
    .where(attachableBy(ownerId))
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new Refusal('not_found');
  await removeLater(change);
}

/** After a change that took things away: their files are marked by then, and go once it is kept. */
export async function removeLater({ tx }: Change): Promise<void> {
  await enqueueJob(tx, 'remove-files', {});
}

/**
 * The job that removes the bytes of every file that nobody may open any more, and then its row.
 * @throws AggregateError when some failed
 */
export async function removeFiles(context: Pick<Context, 'db' | 'files'>): Promise<void> {
  const { db, files } = context;
  await db
    .updateTable('files')
    .set({ status: 'removed' })
    .where('status', 'in', ['uploading', 'stored'])
    .where('created_at', '<', new Date(Date.now() - UNATTACHED_LIVE_MS))
    .execute();
  const keysAfter = (last: string) =>
    db
      .selectFrom('files')
      .select('key')
      .where('status', '=', 'removed')
      .where('key', '>', last)
      .orderBy('key')
      .limit(AT_A_TIME)
      .execute();
  try {
    await removeEach(keysAfter, (key) => removeOne(context, key));
  } finally {
    await sweepIncoming(files);
  }
}

async function removeOne({ db, files }: Pick<Context, 'db' | 'files'>, key: string): Promise<void> {
  await files.remove(`originals/${key}`);
  await files.remove(`thumbnails/${key}`);
  await db.deleteFrom('files').where('key', '=', key).execute();
}

/** What a server that was killed had not finished receiving; nobody takes an hour. */
export async function sweepIncoming({ incoming }: FileStore): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < Date.now() - HOUR_MS)
      await rm(file, { recursive: true, force: true });
  }
}

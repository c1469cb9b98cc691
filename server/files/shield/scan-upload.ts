import { storedJson } from '../../database/stored-text.ts';
import { change } from '../../lifecycle/change.ts';
import type { Context } from '../../lifecycle/context.ts';
import { tellFile } from '../tell-file.ts';
import type { FileScan } from './file-tasks.ts';
import { findSecretsInFile } from './find-in-file.ts';
import { maskAttached } from './masked-copy.ts';
import { openKnowingly, writeShared } from './note-shared.ts';

/**
 * Looks through a stored file and keeps what was found; done again, it does nothing. The job of every
 * upload, which is tried again until it was done. With keys in it, a file is blocked unless its owner
 * has said what becomes of them.
 * @throws whatever keeps it from being read: then it stays closed
 */
export async function lookInto(context: Context, key: string): Promise<void> {
  const { files, workers } = context;
  const row = await find(context, key);
  if (row?.state === 'checking') {
    const looking = { workers, owner: row.owner_id ?? 'service' };
    const file = { key, type: row.type ?? '' };
    await keep(context, key, await findSecretsInFile(files, file, looking));
  }
  // What its owner said meanwhile counts.
  const found = await find(context, key);
  if (found?.state === 'blocked' && found.choice === 'mask') await maskAttached(context, key);
  if (found?.state === 'blocked' && found.choice === 'share') await openAttached(context, key);
  if (row?.state === 'checking') await tellFile(context, key);
}

function find({ db }: Pick<Context, 'db'>, key: string) {
  return db
    .selectFrom('files')
    .select(['owner_id', 'type', 'state', 'choice'])
    .where('key', '=', key)
    .where('status', 'in', ['stored', 'attached'])
    .executeTakeFirst();
}

async function keep({ db }: Context, key: string, { items, unread }: FileScan): Promise<void> {
  await db
    .updateTable('files')
    .set({ secrets: storedJson(items), unread: storedJson(unread) })
    .set({ state: items.length > 0 ? 'blocked' : 'ready' })
    .where('key', '=', key)
    .where('state', '=', 'checking')
    .execute();
}

/** Its owner has shared it knowingly before it was looked through. */
async function openAttached(context: Context, key: string): Promise<void> {
  await change(context, async (change) => {
    const attached = await change.tx
      .selectFrom('attachments as a')
      .innerJoin('files as f', 'f.key', 'a.file_key')
      .select(['a.ticket_id', 'f.owner_id'])
      .where('f.key', '=', key)
      .executeTakeFirst();
    if (!attached?.ticket_id || attached.owner_id === null) return;
    if (!(await openKnowingly(change, [key]))) return;
    await writeShared(change, { by: attached.owner_id, ticketId: attached.ticket_id });
  });
}

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { cleanFileName } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import { sidesOf } from '#domain/relation.ts';
import { storedJson, storedText } from '../../database/stored-text.ts';
import type { Change } from '../../lifecycle/change.ts';
import { change } from '../../lifecycle/change.ts';
import type { Context } from '../../lifecycle/context.ts';
import { StoreError } from '../../store/store.ts';
import { TaskError } from '../../workers/task-error.ts';
import { examine } from '../examine-upload.ts';
import { madeFrom } from '../file-key.ts';
import { removeLater } from '../remove-files.ts';
import { maskFile } from './mask-file.ts';

/**
 * Makes the copy of an upload in which placeholders stand for keys, once; asked again, it is there
 * already. It is a file of its own, so that the one with the keys is never attached to anything.
 * @returns its key
 * @throws Refusal `not_found`, `not_maskable`, `files_unavailable`, `storage_full`
 */
export async function maskedCopy(context: Context, from: string): Promise<string> {
  const { db, config } = context;
  const key = madeFrom(config, `masked ${from}`);
  const made = await db
    .selectFrom('files')
    .select('status')
    .where('key', '=', key)
    .executeTakeFirst();
  if (made?.status === 'stored' || made?.status === 'attached') return key;
  const original = await db
    .selectFrom('files')
    .select(['key', 'owner_id', 'name', 'type'])
    .where('key', '=', from)
    .where('status', 'in', ['stored', 'attached'])
    .executeTakeFirst();
  if (!original) throw new Refusal('not_found');
  const { owner_id, type } = original;
  // The row first: whatever happens, there are no bytes that nothing knows of.
  await db
    .insertInto('files')
    .values({ key, owner_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { name, size, sha256, rotate, dummy_env, leftOut } = await store(context, original, key);
  await db
    .updateTable('files')
    .set({ name, size, type, sha256, status: 'stored', state: 'ready', secrets: '[]' })
    .set({ dummy_env: storedText(dummy_env) })
    .set({ rotate: storedJson(rotate), left_out: storedJson(leftOut) })
    .where('key', '=', key)
    .where('status', '=', 'uploading')
    .execute();
  return key;
}

interface Original {
  key: string;
  owner_id: string | null;
  name: string;
}

/** What holds a key and cannot be written anew is not in the copy, nor what could not be read. */
async function store({ files, workers }: Context, original: Original, to: string) {
  const local = path.join(files.incoming, randomUUID());
  const looking = { workers, owner: original.owner_id ?? 'service' };
  try {
    const { is_written, size, ...masked } = await maskFile(files, original, local, looking);
    if (!is_written) throw new Refusal('not_maskable');
    const { md5, sha256 } = await examine(local);
    await files.put(`originals/${to}`, { path: local, size, md5 });
    const { rotate, dummy_env, left_out, unread } = masked;
    const gone = [...left_out, ...unread.map((part) => part.path)];
    const name = cleanFileName(masked.name);
    return {
      name,
      size,
      sha256: Buffer.from(sha256, 'hex'),
      rotate,
      dummy_env,
      leftOut: [...new Set(gone)].filter((one) => one !== null),
    };
  } finally {
    await rm(local, { force: true });
  }
}

/**
 * Puts the copy in the place of an attached file, whose bytes go. A file that cannot be masked waits
 * for its owner to say something else.
 * @throws Refusal `files_unavailable`, `storage_full`
 */
export async function maskAttached(context: Context, from: string): Promise<void> {
  try {
    const copy = await maskedCopy(context, from);
    await change(context, (change) => takePlace(change, { from, copy }));
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof StoreError) throw error;
    if (error instanceof TaskError) throw error;
    context.log.warn({ err: error, key: from }, 'a file could not be masked');
    await context.db.updateTable('files').set({ choice: null }).where('key', '=', from).execute();
  }
}

/** In the change: the copy is attached where the file was, and both sides hear of it. */
export async function takePlace(
  change: Change,
  { from, copy }: { from: string; copy: string },
): Promise<void> {
  const { tx } = change;
  const moved = await tx
    .updateTable('attachments')
    .set({ file_key: copy })
    .where('file_key', '=', from)
    .returning(['ticket_id', 'message_id'])
    .executeTakeFirst();
  // It is not attached, or was taken off meanwhile.
  if (!moved?.ticket_id) return;
  await tx.updateTable('files').set({ status: 'attached' }).where('key', '=', copy).execute();
  await tx.updateTable('files').set({ status: 'removed' }).where('key', '=', from).execute();
  await removeLater(change);
  const ticket = await tx
    .selectFrom('tickets')
    .select(['id', 'customer_id', 'developer_id'])
    .where('id', '=', moved.ticket_id)
    .executeTakeFirstOrThrow();
  const to = sidesOf(ticket);
  const { id: ticket_id } = ticket;
  change.tell({ type: 'ticket', ticket_id, to });
  change.tell({ type: 'file', ticket_id, id: copy, to });
  if (moved.message_id) change.tell({ type: 'message', ticket_id, id: moved.message_id, to });
}

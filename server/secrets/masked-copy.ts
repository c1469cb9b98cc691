import { Refusal } from '#domain/errors.ts';
import type { Change } from '../change.ts';
import { change } from '../change.ts';
import type { Context } from '../context.ts';
import { madeFrom } from '../files/file-key.ts';
import { removeLater } from '../files/remove.ts';
import { StoreError } from '../files/store.ts';
import { sidesOf } from '../tickets/sides.ts';
import { maskStored } from './mask-stored.ts';

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
    .select(['key', 'owner_id', 'name', 'type', 'unread'])
    .where('key', '=', from)
    .where('status', 'in', ['stored', 'attached'])
    .executeTakeFirst();
  if (!original) throw new Refusal('not_found');
  const { owner_id, name, type } = original;
  // The row first: whatever happens, there are no bytes that nothing knows of.
  await db
    .insertInto('files')
    .values({ key, owner_id, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { size, rotate } = await maskStored(context.files, { from, to: key, type: type ?? '' });
  await db
    .updateTable('files')
    .set({ size, type, status: 'stored', state: 'ready', secrets: '[]' })
    .set({ rotate: JSON.stringify(rotate), unread: JSON.stringify(original.unread ?? []) })
    .where('key', '=', key)
    .where('status', '=', 'uploading')
    .execute();
  return key;
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
    context.log.warn({ err: error, key: from }, 'a file could not be masked');
    await context.db.updateTable('files').set({ choice: null }).where('key', '=', from).execute();
  }
}

async function takePlace(
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

import { MAX_FILES_PER_BATCH } from '#domain/file-rules.ts';
import { MAX_HELD_MB, MAX_STORED_GB } from '#domain/limits.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Change } from '../lifecycle/change.ts';

const MAX_BYTES = MAX_HELD_MB * 1024 ** 2;
/** Of all strangers together: beyond, requests are held without files. */
const MAX_BYTES_TOGETHER = MAX_STORED_GB * 1024 ** 3;

const FULL = `Until your address is confirmed, your files together may be at most ${MAX_HELD_MB}MB. You can add the others then.`;

/**
 * Holds the limits of what waits with one request; its row is locked, so uploads that begin in the same
 * moment are counted one after the other.
 * @param size of one more file that has come, in bytes; left out for one that is about to
 * @throws Refusal `not_found` once it is posted or gone, `too_many_requests`, `storage_used_up`
 */
export async function requireHeldRoom(
  { tx }: Change,
  heldId: string,
  size?: number,
): Promise<void> {
  const held = await tx
    .selectFrom('held_requests')
    .select('id')
    .where('id', '=', heldId)
    .where('ticket_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw new Refusal('not_found');
  const { all, count, bytes } = await tx
    .selectFrom('files')
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<string>('size'), val('0')).as('all'),
      fn.countAll<number>().filterWhere('held_id', '=', heldId).as('count'),
      fn.coalesce(fn.sum<string>('size').filterWhere('held_id', '=', heldId), val('0')).as('bytes'),
    ])
    .where('held_id', 'is not', null)
    .where('status', '<>', 'removed')
    .executeTakeFirstOrThrow();
  const others = size === undefined ? count : count - 1;
  if (others >= MAX_FILES_PER_BATCH) throw new Refusal('too_many_requests');
  const more = size ?? 0;
  const isFull = Number(bytes) + more > MAX_BYTES || Number(all) + more > MAX_BYTES_TOGETHER;
  if (isFull) throw new Refusal('storage_used_up', FULL);
}

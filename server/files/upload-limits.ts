import { MAX_STORED_BYTES } from '#domain/file-rules.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import { lockPerson } from '../lifecycle/locked.ts';

/** For one person. The widget sends 5 at once; a batch of 10 may wait in several forms. */
const AT_ONCE = 30;
const UNATTACHED = 100;
/** An upload that began before this has ended, or was cut off with its server. */
const LONGEST_UPLOAD_MS = 5 * 60_000;

/**
 * Holds the limits of one person over all servers: their row is locked, so uploads that begin in
 * the same moment are counted one after the other.
 * @throws Refusal `too_many_requests`, `storage_used_up`
 */
export async function makeRoom(
  { tx }: Change,
  ownerId: string,
  { isRepeat }: { isRepeat: boolean },
): Promise<void> {
  const { uploading, stored, bytes } = await countFiles(tx, ownerId);
  if (uploading >= AT_ONCE) {
    throw new Refusal('too_many_requests', 'Please wait until other uploads are done.');
  }
  // A repeated one ends in the file that is there.
  if (isRepeat) return;
  if (stored >= UNATTACHED) {
    throw new Refusal(
      'too_many_requests',
      `You have ${UNATTACHED} uploads that are not attached to anything. Please use or remove some.`,
    );
  }
  if (bytes >= MAX_STORED_BYTES) throw new Refusal('storage_used_up');
}

/**
 * Holds a person to what they may have stored, now that one more file of so many bytes is here. The
 * same lock counts those that end in the same moment one after the other.
 * @throws Refusal `storage_used_up`
 */
export async function requireStorage({ tx }: Change, ownerId: string, size: number): Promise<void> {
  const { bytes } = await countFiles(tx, ownerId);
  if (bytes + size > MAX_STORED_BYTES) throw new Refusal('storage_used_up');
}

/** What a person has stored, packed code included; their row is locked. */
export async function countFiles(tx: Tx, ownerId: string) {
  await lockPerson(tx, ownerId);
  const { packed } = await tx
    .selectFrom('code_packs')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('size'), val(0)).as('packed'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  const { bytes, ...counted } = await tx
    .selectFrom('files')
    .select(({ fn, val }) => [
      fn
        .countAll<number>()
        .filterWhere('status', '=', 'uploading')
        .filterWhere('created_at', '>', new Date(Date.now() - LONGEST_UPLOAD_MS))
        .as('uploading'),
      fn.countAll<number>().filterWhere('status', '=', 'stored').as('stored'),
      fn.coalesce(fn.sum<number>('size'), val(0)).as('bytes'),
    ])
    .where('owner_id', '=', ownerId)
    .where('status', '<>', 'removed')
    .executeTakeFirstOrThrow();
  return { ...counted, bytes: Number(bytes) + Number(packed) };
}

import { Refusal } from '#domain/errors.ts';
import type { Change } from '../change.ts';

/** For one person. The widget sends 5 at once; a batch of 10 may wait in several forms. */
const AT_ONCE = 30;
const UNATTACHED = 100;
/** An upload that began before this has ended, or was cut off with its server. */
const LONGEST_UPLOAD_MS = 5 * 60_000;

/**
 * Holds the limits of one person over all servers: their row is locked, so uploads that begin in
 * the same moment are counted one after the other.
 * @throws Refusal `too_many_requests`
 */
export async function makeRoom(
  { tx }: Change,
  ownerId: string,
  { isRepeat }: { isRepeat: boolean },
): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
  const { uploading, stored } = await tx
    .selectFrom('files')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('status', '=', 'uploading')
        .filterWhere('created_at', '>', new Date(Date.now() - LONGEST_UPLOAD_MS))
        .as('uploading'),
      fn.countAll<number>().filterWhere('status', '=', 'stored').as('stored'),
    ])
    .where('owner_id', '=', ownerId)
    .where('status', 'in', ['uploading', 'stored'])
    .executeTakeFirstOrThrow();
  if (uploading >= AT_ONCE) {
    throw new Refusal('too_many_requests', 'Please wait until other uploads are done.');
  }
  // A repeated one ends in the file that is there.
  if (stored >= UNATTACHED && !isRepeat) {
    throw new Refusal(
      'too_many_requests',
      `You have ${UNATTACHED} uploads that are not attached to anything. Please use or remove some.`,
    );
  }
}

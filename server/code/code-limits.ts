import { MAX_STORED_BYTES } from '#domain/file-rules.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import { countFiles } from '../files/upload-limits.ts';
import type { Change } from '../lifecycle/change.ts';

/** How much code one request holds, packed, and in how many versions. */
export const REQUEST_LIMITS = { packedBytes: 300 * 1024 * 1024, versions: 300, reading: 5 };

interface Room {
  ticketId: string;
  ownerId: string;
}

/**
 * Holds a request and a person to what they may have stored before a version is read. The request is
 * locked by the caller.
 * @throws Refusal `too_many_versions`, `too_many_requests`, `storage_used_up`
 */
export async function requireRoomForCode(
  { tx }: Change,
  { ticketId, ownerId }: Room,
): Promise<void> {
  const { versions, reading } = await tx
    .selectFrom('snapshots')
    .select(({ fn }) => [
      fn.countAll<number>().as('versions'),
      fn.countAll<number>().filterWhere('state', '=', 'reading').as('reading'),
    ])
    .where('ticket_id', '=', ticketId)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  if (reading >= REQUEST_LIMITS.reading)
    throw new Refusal('too_many_requests', 'Please wait until the other versions are read.');
  const isFull = (await packedBytes(tx, ticketId)) >= REQUEST_LIMITS.packedBytes;
  if (versions >= REQUEST_LIMITS.versions || isFull) throw new Refusal('too_many_versions');
  await requireStorageForCode(tx, ownerId, 0);
}

/** How much code a request holds, packed. */
export async function packedBytes(db: Reader, ticketId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('code_packs')
    .select(({ fn, val }) => fn.coalesce(fn.sum<number>('size'), val(0)).as('bytes'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** @throws Refusal `storage_used_up` */
export async function requireStorageForCode(
  tx: Change['tx'],
  ownerId: string,
  bytes: number,
): Promise<void> {
  const stored = await countFiles(tx, ownerId);
  if (stored.bytes + bytes > MAX_STORED_BYTES) throw new Refusal('storage_used_up');
}

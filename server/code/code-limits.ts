import { CompiledQuery } from 'kysely';
import { MAX_STORED_BYTES } from '#domain/file-rules.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import { countFiles } from '../files/upload-limits.ts';
import type { Change } from '../lifecycle/change.ts';

/** How much code one request holds, packed, in how many versions, and of how many different files. */
export const REQUEST_LIMITS = {
  packedBytes: 300 * 1024 * 1024,
  versions: 300,
  reading: 5,
  files: 100_000,
};

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
  const isFull =
    (await packedBytes(tx, ticketId)) >= REQUEST_LIMITS.packedBytes ||
    (await storedFiles(tx, ticketId)) >= REQUEST_LIMITS.files;
  if (versions >= REQUEST_LIMITS.versions || isFull) throw new Refusal('too_many_versions');
  await requireStorageForCode(tx, ownerId, 0);
}

/** How much code a request holds, packed, its lists of folders included. */
export async function packedBytes(db: Reader, ticketId: string): Promise<number> {
  const { rows } = await db.executeQuery<{ bytes: string }>(
    CompiledQuery.raw(
      `select coalesce((select sum(size) from code_packs where ticket_id = $1), 0)
        + coalesce((select sum(pg_column_size(entries)) from code_trees where ticket_id = $1), 0)
        as bytes`,
      [ticketId],
    ),
  );
  return Number(rows[0]?.bytes);
}

/** How many different files a request holds: of all, each thread that reads one is told. */
export async function storedFiles(db: Reader, ticketId: string): Promise<number> {
  const { files } = await db
    .selectFrom('code_blobs')
    .select(({ fn }) => fn.countAll<number>().as('files'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return Number(files);
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

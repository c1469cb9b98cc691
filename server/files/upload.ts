import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '#domain/file.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Tx } from '../database/database.ts';
import { enqueueJob } from '../database/enqueue.ts';
import { wasAnswered } from '../http/idempotency.ts';
import { type Change, change } from '../lifecycle/change.ts';
import { streamedCommand } from '../lifecycle/command.ts';
import type { Context } from '../lifecycle/context.ts';
import { taskModule } from '../workers/task.ts';
import type { Examined } from './examine-upload.ts';
import { newFileKey } from './file-key.ts';
import { requireHeldRoom } from './held-room.ts';
import { type Received, receive } from './receive-upload.ts';
import { inspect } from './scan-malware.ts';
import { makeRoom, requireStorage } from './upload-limits.ts';

const examiner = taskModule<typeof import('./examine-upload.ts')>(
  import.meta.resolve('./examine-upload.ts'),
);

/**
 * Takes in the file of a form and stores it; sent again under its Idempotency-Key, it stays one.
 * @param ownerId who may attach it; null for a program of the operator, and for what is held
 * @param heldId the request that it waits with, see `held-files.ts`
 * @throws Refusal as `receive` does, and `file_refused`, `too_many_requests`, `storage_used_up`,
 *   `files_unavailable`, `idempotency_mismatch`
 */
export async function upload(
  request: FastifyRequest,
  ownerId: string | null,
  heldId: string | null = null,
): Promise<Upload> {
  const owner = ownerId ?? heldId ?? 'service';
  return takeIn(request.server.context, ownerId, (local) => receive(request, local), {
    heldId,
    isRepeat: await wasAnswered(request.server.context.db, request, owner),
    keep: (change, content, work) => streamedCommand(change, request, { owner, content }, work),
  });
}

interface TakenIn {
  heldId: string | null;
  /** Sent before, so that nothing new is kept. */
  isRepeat: boolean;
  /** Does the work, or gives the answer to the same content sent before. */
  keep: (change: Change, content: unknown, work: () => Promise<Upload>) => Promise<Upload>;
}

const ONCE: TakenIn = {
  heldId: null,
  isRepeat: false,
  keep: (_change, _content, work) => work(),
};

/**
 * Stores what `write` puts on the local disk. Until all of it is here, known and kept, nobody can
 * open it; whatever goes wrong, nothing of it stays.
 * @throws Refusal `file_refused`, `too_many_requests`, `storage_used_up`, `files_unavailable`, and
 *   what `write` throws
 */
export async function takeIn(
  context: Context,
  ownerId: string | null,
  write: (local: string) => Promise<Received>,
  { heldId, isRepeat, keep }: TakenIn = ONCE,
): Promise<Upload> {
  const key = newFileKey();
  await change(context, async (change) => {
    if (ownerId !== null) await makeRoom(change, ownerId, { isRepeat });
    if (heldId !== null) await requireHeldRoom(change, heldId);
    await change.tx
      .insertInto('files')
      .values({ key, owner_id: ownerId, held_id: heldId })
      .execute();
  });
  const local = path.join(context.files.incoming, key);
  try {
    const received = await write(local);
    const examined = await context.workers.run(examiner, 'examine', local, {
      owner: ownerId ?? heldId ?? 'service',
    });
    const { type, md5 } = examined;
    const finding = await inspect({ path: local, type, ...received });
    if (finding !== null) {
      context.log.warn({ event: 'file_refused', user_id: ownerId, finding }, 'files: file_refused');
      throw new Refusal('file_refused');
    }
    const { name, size } = received;
    await context.files.put(`originals/${key}`, { path: local, size, md5 });
    const kept = await change(context, (change) =>
      keep(change, { name, size, md5 }, async () => {
        await finish(change, key, { ownerId, heldId, received, examined });
        return { fileKey: key, name, size, type };
      }),
    );
    if (kept.fileKey !== key) await forget(context, key);
    return kept;
  } catch (error) {
    await forget(context, key);
    throw error;
  } finally {
    await rm(local, { force: true });
  }
}

interface Arrived {
  ownerId: string | null;
  heldId: string | null;
  received: Received;
  examined: Examined;
}

async function finish(
  change: Change,
  key: string,
  { ownerId, heldId, received: { name, size }, examined: { type, is_picture, sha256 } }: Arrived,
): Promise<void> {
  const { tx } = change;
  if (ownerId !== null) await requireStorage(change, ownerId, size);
  if (heldId !== null) await requireHeldRoom(change, heldId, size);
  const thumbnail = is_picture ? 'waiting' : 'none';
  const kept = await tx
    .updateTable('files')
    .set({ name, size, type, thumbnail, sha256: Buffer.from(sha256, 'hex'), status: 'stored' })
    .where('key', '=', key)
    .where('status', '=', 'uploading')
    .executeTakeFirst();
  // Its owner has left meanwhile.
  if (kept.numUpdatedRows === 0n) throw new Refusal('session_ended');
  // What a stranger sent is not worked on before their address is confirmed.
  if (heldId === null) await workOnFile(tx, { key, ownerId, type, is_picture });
}

interface ToWorkOn {
  key: string;
  ownerId: string | null;
  /** By its content. */
  type: string | null;
  is_picture: boolean;
}

/**
 * An archive is often a project, and taken as one at once: then its intake looks through it, and doing it
 * here as well would cost as much time and memory again.
 */
const ARCHIVES = ['application/zip', 'application/gzip', 'application/x-tar'];
const ARCHIVE_WAITS_MS = 10_000;

/** Enqueues what is done with a file that has come: the look for keys, and a picture's thumbnail. */
export async function workOnFile(
  tx: Tx,
  { key, ownerId, type, is_picture }: ToWorkOn,
): Promise<void> {
  const at = ARCHIVES.includes(type ?? '') ? new Date(Date.now() + ARCHIVE_WAITS_MS) : null;
  // Of those that wait, each person's first comes before anybody's second.
  const { checking, drawing } = await waitingBefore(tx, key, ownerId);
  const job = { key, owner_id: ownerId };
  await enqueueJob(tx, 'look-through', { ...job, before: checking }, at);
  if (is_picture) await enqueueJob(tx, 'make-thumbnail', { ...job, before: drawing });
}

/** Other files of one owner that are still to be looked through, and to be drawn. */
function waitingBefore(tx: Tx, key: string, owner_id: string | null) {
  return tx
    .selectFrom('files')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'checking').as('checking'),
      fn.countAll<number>().filterWhere('thumbnail', '=', 'waiting').as('drawing'),
    ])
    .where('owner_id', owner_id === null ? 'is' : '=', owner_id)
    .where('status', 'in', ['stored', 'attached'])
    .where('key', '<>', key)
    .executeTakeFirstOrThrow();
}

/**
 * Removes what has not been kept. A commit whose answer was lost has kept it: then the same upload sent
 * again is answered with it. What cannot be undone now is left to the job that removes what nobody attached.
 */
async function forget({ db, files, log }: Context, key: string): Promise<void> {
  try {
    await db
      .updateTable('files')
      .set({ status: 'removed' })
      .where('key', '=', key)
      .where('status', '=', 'uploading')
      .execute();
    const isKept = await db
      .selectFrom('files')
      .select('key')
      .where('key', '=', key)
      .where('status', '<>', 'removed')
      .executeTakeFirst();
    if (isKept) return;
    await files.remove(`originals/${key}`);
    await db.deleteFrom('files').where('key', '=', key).execute();
  } catch (error) {
    log.warn({ err: error }, 'an unfinished upload stays until it is tidied away');
  }
}

import { sql } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import { seal } from '../config/sealed.ts';
import type { Tx } from '../database/database.ts';
import { storedJson, storedText } from '../database/stored-text.ts';
import { removeLater } from '../files/remove-files.ts';
import { writeShared } from '../files/shield/note-shared.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { packedBytes, REQUEST_LIMITS, requireStorageForCode, storedFiles } from './code-limits.ts';
import type { ReadVersion } from './intake/read-project.ts';
import type { Waiting } from './snapshot-rows.ts';
import { tellAuthor, tellSides } from './tell-snapshot.ts';

interface Kept {
  row: Waiting;
  /** Of its pack, which lies in the store. */
  key: string;
  parentId: string | null;
  result: ReadVersion;
}

/**
 * Keeps a version that was read: all of it or nothing.
 * @returns whether its pack is needed
 * @throws Refusal `storage_used_up`, `too_many_versions`
 */
export async function keepVersion(
  context: Context,
  { row, key, parentId, result }: Kept,
): Promise<boolean> {
  const isKept = await change(context, async (change) => {
    const { tx } = change;
    await tx
      .selectFrom('tickets')
      .select('id')
      .where('id', '=', row.ticket_id)
      .forUpdate()
      .execute();
    const waiting = await tx
      .selectFrom('snapshots')
      .select('id')
      .where('id', '=', row.id)
      .where('state', '=', 'reading')
      .forUpdate()
      .executeTakeFirst();
    // Removed meanwhile with its request or author, or read by another server.
    if (!waiting) return false;
    const { size } = result.pack;
    await requireRoom(tx, row, result);
    if (size > 0) {
      await keepPack(tx, { ticketId: row.ticket_id, key, size });
      for (const rows of result.blobs) await keepBlobs(tx, { ticketId: row.ticket_id, key, rows });
    }
    for (const rows of result.trees) await keepTrees(tx, { ticketId: row.ticket_id, rows });
    const hasValues = Object.keys(result.values).length > 0;
    await tx
      .updateTable('snapshots')
      .set({
        state: 'ready',
        file_key: null,
        parent_id: parentId,
        source: result.source,
        ...(result.ref !== null && { ref: result.ref }),
        root: Buffer.from(result.root, 'hex'),
        files: result.files,
        bytes: result.bytes,
        left_out: storedJson(result.left_out),
        secrets: '[]',
        rotate: storedJson(result.rotate),
        is_masked: await isMasked(tx, parentId, result),
        dummy_env: result.dummy_env && storedText(result.dummy_env),
        packet: result.packet && storedJson(result.packet),
        report: result.report && storedJson(result.report),
        sealed: hasValues
          ? seal(change.config, { purpose: 'code', id: row.id }, JSON.stringify(result.values))
          : null,
      })
      .where('id', '=', row.id)
      .execute();
    await tx
      .updateTable('tickets')
      .set({ has_project: true })
      .where('id', '=', row.ticket_id)
      .where('has_project', '=', false)
      .execute();
    await removeLater(change);
    await tellAll(change, row, result);
    return size > 0;
  });
  // Not before: a change that meets another one is tried again.
  for (const rows of [...result.blobs, ...result.trees]) letGo(rows);
  return isKept;
}

/** Of a part of a project, the rest of which was there before, that too. */
async function isMasked(
  tx: Tx,
  parentId: string | null,
  { source, has_placeholders }: ReadVersion,
): Promise<boolean> {
  const isPart = source === 'patch' || source === 'changes';
  if (has_placeholders || !isPart || parentId === null) return has_placeholders;
  const { is_masked } = await tx
    .selectFrom('snapshots')
    .select('is_masked')
    .where('id', '=', parentId)
    .executeTakeFirstOrThrow();
  return is_masked;
}

async function tellAll(change: Change, row: Waiting, { has_keys }: ReadVersion): Promise<void> {
  const { author_id: by, ticket_id: ticketId } = row;
  // Keys are shared knowingly: a line of the history.
  if (has_keys && by !== null) await writeShared(change, { by, ticketId });
  if (row.kind === 'project') await tellSides(change, row);
  else tellAuthor(change, row);
}

async function requireRoom(
  tx: Tx,
  { author_id, ticket_id }: Waiting,
  { pack: { size }, new_files }: ReadVersion,
): Promise<void> {
  if (author_id !== null) await requireStorageForCode(tx, author_id, size);
  const isFull =
    (await packedBytes(tx, ticket_id)) + size > REQUEST_LIMITS.packedBytes ||
    (await storedFiles(tx, ticket_id)) + new_files > REQUEST_LIMITS.files;
  if (isFull) throw new Refusal('too_many_versions');
}

/** @throws where a job has taken it for one that was never finished: then all is done again */
async function keepPack(
  tx: Tx,
  { ticketId, key, size }: { ticketId: string; key: string; size: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('code_packs')
    .set({ size })
    .where('key', '=', key)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Error('a pack was removed while its version was read');
}

interface Rows {
  ticketId: string;
  /** JSON in UTF-8, which the database takes as it is. */
  rows: Uint8Array<ArrayBuffer>;
}

async function keepBlobs(tx: Tx, { ticketId, key, rows }: Rows & { key: string }): Promise<void> {
  await sql`insert into code_blobs
      (ticket_id, hash, pack_key, start, length, skip, size, kind, lines)
    select ${ticketId}, decode(hash, 'hex'), ${key}, start, length, skip, size, kind, lines
    from json_to_recordset(${Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)}::json) as
      (hash text, start int, length int, skip int, size int, kind text, lines int)
    on conflict do nothing`.execute(tx);
}

async function keepTrees(tx: Tx, { ticketId, rows }: Rows): Promise<void> {
  await sql`insert into code_trees (ticket_id, hash, entries)
    select ${ticketId}, decode(hash, 'hex'), entries::jsonb
    from json_to_recordset(${Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)}::json) as (hash text, entries text)
    on conflict do nothing`.execute(tx);
}

/** Gives memory back at once that the collector of a busy server would leave for minutes. */
function letGo({ buffer }: Rows['rows']): void {
  buffer.transfer(0);
}

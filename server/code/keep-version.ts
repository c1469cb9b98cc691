import { sql } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import { seal } from '../config/sealed.ts';
import type { Tx } from '../database/database.ts';
import { removeLater } from '../files/remove-files.ts';
import { writeShared } from '../files/shield/note-shared.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { packedBytes, REQUEST_LIMITS, requireStorageForCode } from './code-limits.ts';
import type { NewBlob, ReadVersion } from './intake/read-project.ts';
import { tellAuthor, tellSides } from './tell-snapshot.ts';
import type { StoredTree } from './trees.ts';
import type { Waiting } from './waiting.ts';

const AT_A_TIME = 1000;

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
export function keepVersion(
  context: Context,
  { row, key, parentId, result }: Kept,
): Promise<boolean> {
  return change(context, async (change) => {
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
      .executeTakeFirst();
    // Removed meanwhile, or read by another server.
    if (!waiting) return false;
    const { size } = result.pack;
    await requireRoom(tx, row, size);
    if (size > 0) {
      await tx.updateTable('code_packs').set({ size }).where('key', '=', key).execute();
      await keepBlobs(tx, row.ticket_id, { key, blobs: result.blobs });
    }
    await keepTrees(tx, row.ticket_id, result.trees);
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
        left_out: JSON.stringify(result.left_out),
        secrets: '[]',
        rotate: JSON.stringify(result.rotate),
        is_masked: result.rotate.length > 0,
        dummy_env: result.dummy_env,
        packet: result.packet && JSON.stringify(result.packet),
        report: result.report && JSON.stringify(result.report),
        sealed: hasValues
          ? seal(change.config, { purpose: 'code', id: row.id }, JSON.stringify(result.values))
          : null,
      })
      .where('id', '=', row.id)
      .execute();
    await removeLater(change);
    await tellAll(change, row, result);
    return size > 0;
  });
}

async function tellAll(change: Change, row: Waiting, { has_keys }: ReadVersion): Promise<void> {
  const { author_id: by, ticket_id: ticketId } = row;
  // Keys are shared knowingly: a line of the history.
  if (has_keys && by !== null) await writeShared(change, { by, ticketId });
  if (row.kind === 'project') await tellSides(change, row);
  else tellAuthor(change, row);
}

async function requireRoom(tx: Tx, row: Waiting, size: number): Promise<void> {
  if (row.author_id !== null) await requireStorageForCode(tx, row.author_id, size);
  if ((await packedBytes(tx, row.ticket_id)) + size > REQUEST_LIMITS.packedBytes)
    throw new Refusal('too_many_versions');
}

async function keepBlobs(
  tx: Tx,
  ticketId: string,
  { key, blobs }: { key: string; blobs: readonly NewBlob[] },
): Promise<void> {
  for (let at = 0; at < blobs.length; at += AT_A_TIME) {
    const rows = JSON.stringify(blobs.slice(at, at + AT_A_TIME));
    await sql`insert into code_blobs (ticket_id, hash, pack_key, start, length, size, kind, lines)
      select ${ticketId}, decode(hash, 'hex'), ${key}, start, length, size, kind, lines
      from json_to_recordset(${rows}::json)
        as (hash text, start int, length int, size int, kind text, lines int)
      on conflict do nothing`.execute(tx);
  }
}

async function keepTrees(tx: Tx, ticketId: string, trees: readonly StoredTree[]): Promise<void> {
  for (let at = 0; at < trees.length; at += AT_A_TIME) {
    const rows = JSON.stringify(trees.slice(at, at + AT_A_TIME));
    await sql`insert into code_trees (ticket_id, hash, entries)
      select ${ticketId}, decode(hash, 'hex'), entries::jsonb
      from json_to_recordset(${rows}::json) as (hash text, entries text)
      on conflict do nothing`.execute(tx);
  }
}

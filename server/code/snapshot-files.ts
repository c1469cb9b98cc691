import { buffer } from 'node:stream/consumers';
import { CompiledQuery } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Context } from '../lifecycle/context.ts';
import type { FileStore } from '../store/store.ts';
import { type PackedFile, PackedProject, type ReadPart } from './packed-project.ts';

interface Version {
  ticket_id: string;
  root: Buffer;
}

/**
 * All files of a version, for whoever has asked already who may read it. Contents are fetched from the
 * store one by one, as they are read.
 * @throws Refusal `not_found` for a version that is not ready
 */
export async function snapshotFiles(
  { db, files }: Pick<Context, 'db' | 'files'>,
  snapshotId: string,
): Promise<PackedProject<PackedFile>> {
  const version = await db
    .selectFrom('snapshots')
    .select(['ticket_id', 'root'])
    .where('id', '=', snapshotId)
    .executeTakeFirst();
  if (!version || version.root === null) throw new Refusal('not_found');
  const { ticket_id, root } = version;
  return new PackedProject(await packedFiles(db, { ticket_id, root }), partsOf(files));
}

/** Reads parts of packs in the store. */
export function partsOf(store: FileStore): ReadPart {
  return async ({ pack, start, length }) =>
    buffer(await store.read(`packs/${pack}`, { start, end: start + length - 1 }));
}

/** All files of a version, and where their bytes lie. */
export async function packedFiles(db: Reader, { ticket_id, root }: Version): Promise<PackedFile[]> {
  const { rows } = await db.executeQuery<PackedFile>(
    CompiledQuery.raw(FILES_OF, [ticket_id, root]),
  );
  return rows;
}

const FILES_OF = `
    with recursive tree (prefix, hash) as (
      select '', $2::bytea
      union all
      select tree.prefix || (entry ->> 'name') || '/', decode(entry ->> 'hash', 'hex')
      from tree
      join code_trees t on t.ticket_id = $1 and t.hash = tree.hash
      cross join jsonb_array_elements(t.entries) entry
      where entry ->> 'type' = 'folder')
    select tree.prefix || (entry ->> 'name') as path, entry ->> 'hash' as hash, b.size,
      entry ->> 'kind' as kind, (entry ->> 'executable')::boolean as executable,
      b.pack_key as pack, b.start, b.length
    from tree
    join code_trees t on t.ticket_id = $1 and t.hash = tree.hash
    cross join jsonb_array_elements(t.entries) entry
    join code_blobs b on b.ticket_id = $1 and b.hash = decode(entry ->> 'hash', 'hex')
    where entry ->> 'type' = 'file'`;

import type { CodeTree, Snapshot, TreeEntry } from '#domain/code.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import type { Database, Reader } from '../database/database.ts';
import { standingOf } from '../files/access.ts';
import {
  asSeenSnapshot,
  asSnapshot,
  headOf,
  snapshotRows,
  snapshotSeenBy,
  snapshotToRead,
} from './snapshot-rows.ts';
import { entryAt, folderAt } from './tree-queries.ts';

/**
 * The versions of a request that a person may know of, newest first.
 * @throws Refusal `not_found`
 */
export async function snapshotsOf(
  db: Reader,
  viewer: Asker,
  ticketId: string,
): Promise<Snapshot[]> {
  const standing = await standingOf(db, viewer, ticketId);
  if (standing === null) throw new Refusal('not_found');
  const rows = await snapshotRows(db)
    .where('s.ticket_id', '=', ticketId)
    .orderBy('s.number', 'desc')
    .execute();
  const head = await headOf(db, ticketId);
  return rows
    .map((row) => asSeenSnapshot(row, viewer, standing))
    .filter((seen) => seen !== null)
    .map((seen) => asSnapshot(seen, viewer, head));
}

/** @throws Refusal `not_found` */
export async function snapshotFor(db: Reader, viewer: Asker, id: string): Promise<Snapshot> {
  const seen = await snapshotSeenBy(db, viewer, id);
  return asSnapshot(seen, viewer, await headOf(db, seen.row.ticket_id));
}

/**
 * One folder of a version.
 * @throws Refusal `not_found`, or why the version stays closed
 */
export async function treeFor(
  db: Database,
  viewer: Asker,
  { id, path }: { id: string; path: string },
): Promise<CodeTree> {
  const version = await snapshotToRead(db, viewer, { id, part: 'names' });
  const folder = path.replace(/\/+$/, '');
  const entry = await entryAt(db, version, folder);
  if (entry?.type !== 'folder') throw new Refusal('not_found');
  const entries = await folderAt(db, version.ticket_id, entry.hash);
  const items = entries.map(
    ({ name, type, size, files, kind }): TreeEntry => ({
      name,
      path: folder === '' ? name : `${folder}/${name}`,
      type,
      size,
      files,
      kind,
    }),
  );
  const isFile = ({ type }: TreeEntry) => Number(type === 'file');
  return { path: folder, items: items.sort((a, b) => isFile(a) - isFile(b)) };
}

import type { CodeKind } from '#domain/code.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { PackPlace } from './packed-project.ts';
import { entryAt } from './tree-queries.ts';

/** One stored file of a version. */
export interface StoredFile extends PackPlace {
  size: number;
  kind: CodeKind;
  lines: number | null;
}

/**
 * The file at a path of a version.
 * @throws Refusal `not_found` where there is none
 */
export async function storedFile(
  db: Reader,
  version: { ticket_id: string; root: Buffer },
  path: string,
): Promise<StoredFile> {
  const entry = await entryAt(db, version, path);
  if (entry?.type !== 'file') throw new Refusal('not_found');
  return db
    .selectFrom('code_blobs')
    .select(['pack_key as pack', 'start', 'length', 'size', 'kind', 'lines'])
    .where('ticket_id', '=', version.ticket_id)
    .where('hash', '=', Buffer.from(entry.hash, 'hex'))
    .executeTakeFirstOrThrow();
}

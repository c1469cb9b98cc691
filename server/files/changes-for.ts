import { sql } from 'kysely';
import type { Changes } from '#domain/file-changes.ts';
import { ARCHIVE_TYPES } from '#domain/file-rules.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import type { Reader } from '../database/database.ts';
import type { Context } from '../lifecycle/context.ts';
import { taskModule } from '../workers/task.ts';
import { fileToOpen } from './access.ts';
import { attachedTo } from './file-map.ts';
import type { FileRow } from './file-rows.ts';

const comparer = taskModule<typeof import('./changes.ts')>(import.meta.resolve('./changes.ts'));

interface Compared {
  key: string;
  /** The newest archive of the request itself, where nothing is said. */
  since: string | undefined;
}

/**
 * What changed between two archives that a person may open, both of one request.
 * @throws Refusal `not_found`, `not_an_archive`, `too_much_to_read`, or why one of them stays closed
 */
export async function changesFor(
  { db, files, workers }: Pick<Context, 'db' | 'files' | 'workers'>,
  viewer: Asker,
  { key, since }: Compared,
): Promise<Changes> {
  const after = await fileToOpen(db, viewer, key);
  const before = await fileToOpen(db, viewer, since ?? (await ownArchive(db, after)));
  if (after.ticket_id !== before.ticket_id) throw new Refusal('not_found');
  return files.lend(`originals/${before.key}`, (old) =>
    files.lend(`originals/${after.key}`, (now) =>
      workers.run(comparer, 'changesBetween', { before: old, after: now }, { owner: viewer.id }),
    ),
  );
}

/** @throws Refusal `not_an_archive` where the request has none, as there is nothing to compare */
async function ownArchive(db: Reader, { ticket_id }: FileRow): Promise<string> {
  const found = await db
    .selectFrom('attachments as a')
    .innerJoin('files as f', 'f.key', 'a.file_key')
    .select('f.key')
    .where(attachedTo(null, sql`${ticket_id}::uuid`))
    .where('f.type', 'in', ARCHIVE_TYPES)
    .orderBy('a.position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new Refusal('not_an_archive');
  return found.key;
}

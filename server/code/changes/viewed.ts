import type { z } from 'zod';
import type { viewedSchema } from '#domain/code.ts';
import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import type { Reader } from '../../database/database.ts';
import type { Change } from '../../lifecycle/change.ts';
import { readableSnapshot } from '../snapshot-rows.ts';

type Viewed = z.output<typeof viewedSchema>;

/** The files of a version that a person has marked as viewed. */
export async function viewedPaths(
  db: Reader,
  { personId, snapshotId }: { personId: string; snapshotId: string },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('viewed_code')
    .select('path')
    .where('person_id', '=', personId)
    .where('snapshot_id', '=', snapshotId)
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/**
 * Marks a file of a version as viewed by this person, or takes the mark away.
 * @throws Refusal `not_found`, or why the version stays closed
 */
export async function markViewed(
  { tx }: Pick<Change, 'tx'>,
  viewer: Asker,
  { id, path, viewed }: Viewed & { id: string },
): Promise<void> {
  await readableSnapshot(tx, viewer, { id, part: 'contents' });
  const mark = { person_id: viewer.id, snapshot_id: id, path };
  if (viewed) {
    const marked = await viewedPaths(tx, { personId: viewer.id, snapshotId: id });
    if (marked.size >= PROJECT_LIMITS.files) throw new Refusal('too_much_to_read');
    await tx
      .insertInto('viewed_code')
      .values(mark)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await tx
    .deleteFrom('viewed_code')
    .where('person_id', '=', viewer.id)
    .where('snapshot_id', '=', id)
    .where('path', '=', path)
    .execute();
}

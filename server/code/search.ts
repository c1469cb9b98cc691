import type { CodeSearch } from '#domain/code.ts';
import type { Asker } from '#domain/relation.ts';
import type { Context } from '../lifecycle/context.ts';
import { taskModule } from '../workers/task.ts';
import { TaskError } from '../workers/task-error.ts';
import { Turns } from '../workers/turns.ts';
import { lendPacks, storedCode } from './snapshot-files.ts';
import { readableSnapshot, snapshotSeenBy, snapshotToRead } from './snapshot-rows.ts';

const searcher = taskModule<typeof import('./search-task.ts')>(
  import.meta.resolve('./search-task.ts'),
);

/** Packs of an object store are copied to be searched in: so many at once, for the disk's sake. */
const copying = new Turns({ atOnce: 4, atOnceEach: 2, waiting: 100, waitingEach: 10 });
const MAX_WAIT_MS = 20_000;

/**
 * Where in a version a text stands, whatever its case: in names, and in contents for whoever reads them.
 * @throws Refusal `not_found`, or why the version stays closed; TaskError where too many wait
 */
export async function searchFor(
  { db, files: store, workers }: Pick<Context, 'db' | 'files' | 'workers'>,
  viewer: Asker,
  { id, q }: { id: string; q: string },
): Promise<CodeSearch> {
  const { decision } = await snapshotSeenBy(db, viewer, id);
  const readsAll = decision.opens === 'contents';
  const version = readsAll
    ? await snapshotToRead(db, viewer, { id, part: 'contents', after: { search: q } })
    : await readableSnapshot(db, viewer, { id, part: 'names' });
  if (q.trim() === '') return { names: [], items: [], is_complete: true };
  const endTurn = await copying.take(viewer.id, AbortSignal.timeout(MAX_WAIT_MS));
  if (!endTurn) throw new TaskError('busy');
  try {
    const { packs, ...code } = await storedCode(db, version);
    return await lendPacks(store, readsAll ? packs : [], (local) => {
      const search = { q, code, packs: readsAll ? local : null };
      return workers.run(searcher, 'searchCode', search, { owner: viewer.id });
    });
  } finally {
    endTurn();
  }
}

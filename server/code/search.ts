import type { CodeSearch } from '#domain/code.ts';
import type { Asker } from '#domain/relation.ts';
import type { Context } from '../lifecycle/context.ts';
import { taskModule } from '../workers/task.ts';
import { lendPacks } from './lend-packs.ts';
import type { PackedFile } from './packed-project.ts';
import type { ToSearch } from './search-task.ts';
import { packedFiles } from './snapshot-files.ts';
import { readableSnapshot, snapshotSeenBy, snapshotToRead } from './snapshot-rows.ts';

const searcher = taskModule<typeof import('./search-task.ts')>(
  import.meta.resolve('./search-task.ts'),
);
const MOST_NAMES = 100;

/**
 * Where in a version a text stands, whatever its case: in names, and in contents for whoever reads them.
 * @throws Refusal `not_found`, or why the version stays closed
 */
export async function searchFor(
  { db, files, workers }: Pick<Context, 'db' | 'files' | 'workers'>,
  viewer: Asker,
  { id, q }: { id: string; q: string },
): Promise<CodeSearch> {
  const { decision } = await snapshotSeenBy(db, viewer, id);
  const readsAll = decision.opens === 'contents';
  const version = readsAll
    ? await snapshotToRead(db, viewer, { id, part: 'contents', after: { search: q } })
    : await readableSnapshot(db, viewer, { id, part: 'names' });
  if (q.trim() === '') return { names: [], items: [], is_complete: true };
  const all = await packedFiles(db, version);
  const wanted = q.toLowerCase();
  const names = all
    .map(({ path }) => path)
    .filter((path) => path.toLowerCase().includes(wanted))
    .sort()
    .slice(0, MOST_NAMES);
  if (!readsAll) return { names, items: [], is_complete: true };
  const texts = all.filter(({ kind }) => kind === 'text' || kind === 'large');
  const found = await lendPacks(files, inOrder(texts), (local) =>
    workers.run(searcher, 'searchCode', asColumns(q, local), { owner: viewer.id }),
  );
  return { names, ...found };
}

/** As they lie in their packs. */
export function inOrder<File extends PackedFile>(files: readonly File[]): File[] {
  return files.toSorted((a, b) =>
    a.pack === b.pack ? a.start - b.start : a.pack < b.pack ? -1 : 1,
  );
}

function asColumns(q: string, files: readonly PackedFile[]): ToSearch {
  const packs = [...new Set(files.map(({ pack }) => pack))];
  const places = new Map(packs.map((pack, at) => [pack, at]));
  return {
    q,
    packs,
    paths: files.map(({ path }) => path),
    pack: Int32Array.from(files, ({ pack }) => places.get(pack) ?? 0),
    start: Int32Array.from(files, ({ start }) => start),
    length: Int32Array.from(files, ({ length }) => length),
  };
}

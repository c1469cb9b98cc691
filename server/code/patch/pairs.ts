import type { ProjectFile, ProjectFiles } from '../project-files.ts';
import type { ChangedPath } from './changed-paths.ts';
import type { ChangedPair, Side } from './write-file.ts';

/** So much is read before it is compared. */
const BATCH = { files: 40, bytes: 4 * 1024 * 1024 };

/** Changed files in parts that can be held in memory at once; a larger file is a part of its own. */
export function* batchesOf(changes: readonly ChangedPath[]): Generator<ChangedPath[]> {
  let batch: ChangedPath[] = [];
  let bytes = 0;
  for (const change of changes) {
    const size = (change.before?.size ?? 0) + (change.after?.size ?? 0);
    if (batch.length >= BATCH.files || (batch.length > 0 && bytes + size > BATCH.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(change);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Both sides of changed files with their bytes, read one after the other, so that others get their turn. */
export async function pairsOf(
  changes: readonly Pick<ChangedPath, 'before' | 'after'>[],
  was: ProjectFiles,
  is: ProjectFiles,
): Promise<ChangedPair[]> {
  const pairs: ChangedPair[] = [];
  for (const { before, after } of changes)
    pairs.push({ before: await sideOf(before, was), after: await sideOf(after, is) });
  return pairs;
}

async function sideOf(file: ProjectFile | null, project: ProjectFiles): Promise<Side | null> {
  if (!file) return null;
  const { path, executable } = file;
  return { path, executable, bytes: await project.read(path) };
}

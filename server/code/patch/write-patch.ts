import type { ProjectFiles } from '../project-files.ts';
import { changedPaths } from './changed-paths.ts';
import type { Patience } from './line-edits.ts';
import { batchesOf, pairsOf } from './pairs.ts';
import { type ChangedPair, filePatch, movePatch } from './write-file.ts';

/** Writes the parts of a patch that are about some files, each by itself. */
export type WriteFiles = (pairs: ChangedPair[]) => Promise<Uint8Array[]>;

/** Of one comparison in a patch. */
const PATIENCE: Patience = { milliseconds: 1000, edits: 5000 };

/**
 * Writes what makes one project out of another, as `git diff --binary -M100%` does: the real
 * `git apply` makes the same bytes of it. One batch of files is held at a time.
 * @param write where the lines are compared, such as in a worker
 */
export async function* writePatch(
  before: ProjectFiles,
  after: ProjectFiles,
  write: WriteFiles = async (pairs) => pairs.map((pair) => filePatch(pair, PATIENCE)),
): AsyncGenerator<Buffer> {
  const changes = changedPaths(before.files, after.files);
  for (const change of changes) {
    if (change.kind === 'moved') yield movePatch(change.before, change.after);
  }
  for (const batch of batchesOf(changes.filter(({ kind }) => kind !== 'moved'))) {
    const pairs = await pairsOf(batch, before, after);
    for (const part of await write(pairs)) {
      yield Buffer.from(part.buffer, part.byteOffset, part.length);
    }
  }
}

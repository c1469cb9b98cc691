import { Readable } from 'node:stream';
import type { CodeChanges } from '#domain/code.ts';
import type { Asker } from '#domain/relation.ts';
import type { Context } from '../../lifecycle/context.ts';
import { taskModule } from '../../workers/task.ts';
import { type WriteFiles, writePatch } from '../patch/write-patch.ts';
import { restoredFiles, valuesOf } from '../placeholders.ts';
import type { ProjectFiles } from '../project-files.ts';
import { type Changes, type CompareFiles, changesBetween } from './changes-between.ts';
import { filesOfBoth, partOpen, type Versions, versionsToRead } from './compared-versions.ts';
import { viewedPaths } from './viewed.ts';

const comparer = taskModule<typeof import('./compare-files.ts')>(
  import.meta.resolve('./compare-files.ts'),
);
/** Of one batch of files. */
const SECONDS = 30;

/** Two versions of a project. */
interface Both {
  was: ProjectFiles;
  is: ProjectFiles;
}

interface Asked {
  id: string;
  since: string | undefined;
  path: string | undefined;
}

/**
 * What changed between two versions, as far as a person may read it: with its lines, or the paths and
 * counts alone.
 * @throws Refusal `not_found`, or why one of the versions stays closed
 */
export async function changesFor(
  context: Pick<Context, 'db' | 'files' | 'workers'>,
  viewer: Asker,
  asked: Asked,
): Promise<CodeChanges> {
  const { db } = context;
  const part = await partOpen(db, viewer, asked);
  const versions = await versionsToRead(db, viewer, { ...asked, part });
  const { was, is } = await filesOfBoth(context, versions);
  const hunks = part === 'contents';
  const both = { was, is };
  const changes = await changesIn(context, viewer, both, { path: asked.path, hunks });
  const viewed = await viewedPaths(db, { personId: viewer.id, snapshotId: asked.id });
  return {
    since: versions.before?.id ?? null,
    ...changes,
    items: changes.items.map((item) => ({ ...item, viewed: viewed.has(item.path) })),
  };
}

/** What changed between files that are at hand: counts, and hunks where they are wanted. */
export function changesIn(
  { workers }: Pick<Context, 'workers'>,
  { id: owner }: Pick<Asker, 'id'>,
  { was, is }: Both,
  { path, hunks }: { path?: string | undefined; hunks: boolean } = { hunks: false },
): Promise<Changes> {
  const compare: CompareFiles = (input) =>
    workers.run(comparer, 'compareFiles', input, { owner, seconds: SECONDS });
  return changesBetween(was, is, { compare, path, hunks });
}

/**
 * A patch from one version to the other, written while it is read. The keys of whoever reads it are in
 * it again.
 */
export async function patchFor(
  context: Pick<Context, 'db' | 'config' | 'files' | 'workers'>,
  viewer: Asker,
  versions: Versions,
): Promise<Readable> {
  const { was, is } = await filesOfBoth(context, versions);
  const ticketId = versions.after.ticket_id;
  const values = await valuesOf(context, { ticketId, personId: viewer.id });
  const both = { was: restoredFiles(was, values), is: restoredFiles(is, values) };
  return Readable.from(patchBetween(context, viewer, both));
}

/** A patch between files that are at hand; its lines are compared in a worker. */
export function patchBetween(
  { workers }: Pick<Context, 'workers'>,
  { id: owner }: Asker,
  { was, is }: Both,
): AsyncGenerator<Buffer> {
  const write: WriteFiles = (pairs) =>
    workers.run(comparer, 'writeFiles', pairs, { owner, seconds: SECONDS });
  return writePatch(was, is, write);
}

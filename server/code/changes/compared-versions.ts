import { Refusal } from '#domain/refusals.ts';
import type { Asker } from '#domain/relation.ts';
import type { Database, Reader } from '../../database/database.ts';
import type { Context } from '../../lifecycle/context.ts';
import type { ProjectFiles } from '../project-files.ts';
import { snapshotFiles } from '../snapshot-files.ts';
import {
  type CodePart,
  type ReadySnapshot,
  readableSnapshot,
  snapshotSeenBy,
  snapshotToRead,
} from '../snapshot-rows.ts';

/** Two versions of one project. */
export interface Versions {
  after: ReadySnapshot;
  /** Null where the later one is the first. */
  before: ReadySnapshot | null;
}

interface Asked {
  id: string;
  /** Another version; where nothing is said, the one that it changes. */
  since: string | undefined;
}

/**
 * Two versions of which a person may read so much.
 * @throws Refusal `not_found`, also for versions of two requests; or why one of them stays closed
 */
export async function readableVersions(
  db: Reader,
  viewer: Asker,
  { id, since, part }: Asked & { part: CodePart },
): Promise<Versions> {
  const after = await readableSnapshot(db, viewer, { id, part });
  const earlier = since ?? after.parent_id;
  if (earlier === null) return { after, before: null };
  const before = await readableSnapshot(db, viewer, { id: earlier, part });
  if (before.ticket_id !== after.ticket_id) throw new Refusal('not_found');
  return { after, before };
}

/**
 * The same for somebody who reads them; a moderator's look is written down.
 * @throws Refusal like `readableVersions`
 */
export async function versionsToRead(
  db: Database,
  viewer: Asker,
  asked: Asked & { part: CodePart; path?: string | undefined },
): Promise<Versions> {
  const versions = await readableVersions(db, viewer, asked);
  const { id, part, path } = asked;
  await snapshotToRead(db, viewer, { id, part, after: path === undefined ? {} : { path } });
  return versions;
}

/** What this person reads of both: contents only where each of them is open. */
export async function partOpen(db: Reader, viewer: Asker, { id, since }: Asked): Promise<CodePart> {
  const after = await snapshotSeenBy(db, viewer, id);
  const earlier = since ?? after.row.parent_id;
  const before = earlier === null ? null : await snapshotSeenBy(db, viewer, earlier);
  const isOpen = [after, before].every(
    (seen) => seen === null || seen.decision.opens === 'contents',
  );
  return isOpen ? 'contents' : 'names';
}

/** The files of both; before the first version there were none. */
export async function filesOfBoth(
  context: Pick<Context, 'db' | 'files'>,
  { before, after }: Versions,
): Promise<{ was: ProjectFiles; is: ProjectFiles }> {
  return {
    was: before ? await snapshotFiles(context, before.id) : NO_FILES,
    is: await snapshotFiles(context, after.id),
  };
}

/** Before the first version. */
export const NO_FILES: ProjectFiles = {
  files: [],
  read: () => Promise.reject(new Refusal('not_found')),
};

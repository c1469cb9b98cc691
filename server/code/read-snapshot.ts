import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '#domain/refusals.ts';
import { storedJson, storedText } from '../database/stored-text.ts';
import { newFileKey } from '../files/file-key.ts';
import { removeLater } from '../files/remove-files.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { StoreError } from '../store/store.ts';
import { taskModule } from '../workers/task.ts';
import { TaskError } from '../workers/task-error.ts';
import type { Repository } from './git/each-in-repository.ts';
import type { ReadResult } from './intake/read-project.ts';
import { keepVersion } from './keep-version.ts';
import { removePack } from './remove-packs.ts';
import { lendPacks, storedCode } from './snapshot-files.ts';
import { headOf, type Waiting, waitingSnapshot } from './snapshot-rows.ts';
import { tellAuthor } from './tell-snapshot.ts';
import { whatIsKnown } from './what-is-known.ts';

/** Seconds. Reading 200 MB takes some 15; the rest is for what is made to take long. */
export const INTAKE_LIMITS = {
  inAll: 150,
  /** All that comes from a repository over the network. */
  repository: 90,
};

const reader = taskModule<typeof import('./intake/read-project.ts')>(
  import.meta.resolve('./intake/read-project.ts'),
);

/**
 * The job that reads a version, done again until it was done: a server that is killed meanwhile leaves
 * nothing but what a later run removes.
 * @param isLast whether it is not done again: a version that fails by then is given up
 * @throws what is no fault of the version, such as a store that cannot be reached
 */
export async function readSnapshot(
  context: Context,
  id: string,
  { isLast = false } = {},
): Promise<void> {
  const row = await waitingSnapshot(context.db, id);
  if (!row) return;
  try {
    await read(context, row);
  } catch (error) {
    const trouble = troubleIn(error) ?? (isLast ? troubles.failed : null);
    if (trouble === null) throw error;
    if (!(error instanceof Refusal) || trouble === troubles.failed)
      context.log.error({ err: error, snapshot: id }, 'a version could not be read');
    await fail(context, row, trouble);
  }
}

/** Why nothing came of it, as its author is told; null for what may pass. */
function troubleIn(error: unknown): string | null {
  if (error instanceof StoreError) return error.trouble === 'missing' ? troubles.missing : null;
  if (!(error instanceof Refusal)) return null;
  if (!(error instanceof TaskError)) return error.message;
  return error.trouble === 'busy' ? null : troubles[error.trouble];
}

const troubles = {
  slow: 'It takes more time to be read than we give to one project.',
  large: 'It takes more memory to be read than we give to one project.',
  failed: 'It could not be read.',
  missing: 'The upload is not there any more.',
} as const;

async function read(context: Context, row: Waiting): Promise<void> {
  const { files } = context;
  const key = newFileKey();
  const local = path.join(files.incoming, key);
  // The row first: whatever happens, there are no bytes that nothing knows of.
  await context.db
    .insertInto('code_packs')
    .values({ key, ticket_id: row.ticket_id, owner_id: row.author_id })
    .execute();
  let isKept = false;
  try {
    const { parentId, result } = await readInWorker(context, row, local);
    if ('secrets' in result) {
      await block(context, row, result.secrets);
      return;
    }
    if (result.fault !== null)
      context.log.error(
        { fault: result.fault, snapshot: row.id },
        'a version says nothing of itself',
      );
    const { size, md5 } = result.pack;
    if (size > 0) await files.put(`packs/${key}`, { path: local, size, md5 });
    isKept = await keepVersion(context, { row, key, parentId, result });
  } finally {
    await rm(local, { force: true });
    // A reader that was ended leaves its copy of a repository.
    await rm(repositoryAt(local), { recursive: true, force: true });
    if (!isKept) await forgetPack(context, key);
  }
}

async function readInWorker(
  { db, config, files, workers }: Context,
  row: Waiting,
  to: string,
): Promise<{ parentId: string | null; result: ReadResult }> {
  const { ticket_id, kind, source, holds, choice } = row;
  const parentId = await headOf(db, ticket_id);
  const root = await rootOf(db, parentId);
  const { packs: inPacks, ...code } = await storedCode(db, { ticket_id, root });
  const about = await whatIsKnown({ db, config }, row);
  const result = await lendSource({ config, files }, row, to, (from) =>
    lendPacks(files, inPacks, (packs) =>
      workers.run(
        reader,
        'readProject',
        { from, kind, source, holds, choice, code, packs, to, ...about },
        { owner: row.author_id ?? 'service', seconds: INTAKE_LIMITS.inAll, isLong: true },
      ),
    ),
  );
  return { parentId, result };
}

/** Lends the upload, or names the repository, that a version is read from. */
function lendSource<Result>(
  { config, files }: Pick<Context, 'config' | 'files'>,
  { file_key, source, name: url, ref }: Waiting,
  to: string,
  work: (from: string | Repository) => Promise<Result>,
): Promise<Result> {
  if (file_key !== null) return files.lend(`originals/${file_key}`, work);
  if (source !== 'git') throw new Refusal('project_refused', troubles.missing);
  const { looksAtLoopback, publicUrl } = config;
  const reach = { looksAtLoopback, userAgent: `git/2 Unblock/1 (+${publicUrl})` };
  const { repository: seconds } = INTAKE_LIMITS;
  return work({ url, ref, folder: repositoryAt(to), reach, seconds });
}

/** Where a repository is read to, beside the pack that is made of it. */
const repositoryAt = (local: string) => `${local}.git`;

async function rootOf(db: Context['db'], id: string | null): Promise<Buffer | null> {
  if (id === null) return null;
  const { root } = await db
    .selectFrom('snapshots')
    .select('root')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return root;
}

/** Its author has to say first what becomes of the keys in it; until then it stays as it came. */
async function block(
  context: Context,
  row: Waiting,
  secrets: Extract<ReadResult, { secrets: unknown }>['secrets'],
): Promise<void> {
  await change(context, async (change) => {
    await change.tx
      .updateTable('snapshots')
      .set({ state: 'blocked', secrets: storedJson(secrets) })
      .where('id', '=', row.id)
      .where('state', '=', 'reading')
      .execute();
    tellAuthor(change, row);
  });
}

async function fail(context: Context, row: Waiting, trouble: string): Promise<void> {
  await change(context, async (change) => {
    await change.tx
      .updateTable('snapshots')
      .set({ state: 'failed', trouble: storedText(trouble), file_key: null })
      .where('id', '=', row.id)
      .where('state', '=', 'reading')
      .execute();
    await removeLater(change);
    tellAuthor(change, row);
  });
}

/** What cannot be undone now is left to the job that removes what nothing needs. */
async function forgetPack(context: Context, key: string): Promise<void> {
  await removePack(context, key).catch((error: unknown) => {
    context.log.warn({ err: error }, 'an unfinished pack stays until it is tidied away');
  });
}

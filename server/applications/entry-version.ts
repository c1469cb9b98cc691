import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Insertable } from 'kysely';
import type { OwnApplication } from '#domain/application.ts';
import { ENTRY_LIMITS, ENTRY_UPLOAD_MB } from '#domain/entry-test.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Changes } from '../code/changes/changes-between.ts';
import { changesIn } from '../code/changes/queries.ts';
import type { PackedFile } from '../code/packed-project.ts';
import { projectAlone, readAlone } from '../code/read-alone.ts';
import { zipStream } from '../code/zip-stream.ts';
import type { Reader, Tx } from '../database/database.ts';
import type { DB } from '../database/schema.ts';
import { newFileKey } from '../files/file-key.ts';
import { receive } from '../files/receive-upload.ts';
import { inspect } from '../files/scan-malware.ts';
import { change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { entryProjectFiles } from './entry-project.ts';
import { lockApplication, openApplication, ownApplication } from './own-application.ts';

/** All applicants together are one owner: those who have customers' projects read do not wait for many of them. */
const OWNER = 'applications';
/** A project of this size takes less than one. */
const SECONDS = 20;

/**
 * Takes in a fixed version of the entry test's project, in place of an earlier one. It is read as every
 * project is, keys in it are masked, and what is different is worked out once. Nothing of it is run.
 * @throws Refusal as `receive` and `readVersion` do, `file_refused`, and like `openApplication`
 */
export async function takeVersion(request: FastifyRequest, token: string): Promise<OwnApplication> {
  const { context } = request.server;
  // Before anything is read.
  await openApplication(context.db, token);
  const local = path.join(context.files.incoming, newFileKey());
  try {
    const received = await receive(request, local, ENTRY_UPLOAD_MB * 1024 ** 2);
    const finding = await inspect({ path: local, type: 'application/zip', ...received });
    if (finding !== null) throw new Refusal('file_refused');
    const version = await readVersion(context, local);
    return await change(context, async ({ tx }) => {
      const { id } = await lockApplication(tx, token);
      await putVersion(tx, id, version);
      return ownApplication(tx, token);
    });
  } finally {
    await rm(local, { force: true });
  }
}

type NewVersion = Omit<Insertable<DB['entry_versions']>, 'application_id' | 'created_at'>;

/**
 * A fixed version from an archive on this machine, as it is kept.
 * @throws Refusal `project_refused`, `same_project`
 */
export async function readVersion(
  context: Pick<Context, 'files' | 'workers' | 'log'>,
  local: string,
): Promise<NewVersion> {
  const project = await readAlone(context, local, {
    owner: OWNER,
    seconds: SECONDS,
    limits: ENTRY_LIMITS,
  });
  const both = { was: entryProjectFiles(), is: projectAlone(project) };
  const changes = await changesIn(context, { id: OWNER }, both, { hunks: true });
  if (changes.files === 0) throw new Refusal('same_project');
  return {
    files: JSON.stringify(project.files),
    pack: project.pack,
    bytes: project.bytes,
    left_out: JSON.stringify(project.leftOut),
    masked: project.masked,
    changes: storable(changes),
  };
}

/** Puts a fixed version into an application, in place of an earlier one. */
export async function putVersion(
  tx: Tx,
  application_id: string,
  version: NewVersion,
): Promise<void> {
  const values = { ...version, created_at: new Date() };
  await tx
    .insertInto('entry_versions')
    .values({ application_id, ...values })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(values))
    .execute();
}

/** As JSON that PostgreSQL can store: a text in UTF-16 may have NULs in its lines. */
function storable(changes: Changes): string {
  return JSON.stringify(changes, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value,
  );
}

/**
 * The fixed version that belongs to an application as a zip, for whoever has been asked already.
 * @throws Refusal `not_found`
 */
export async function versionArchive(db: Reader, applicationId: string): Promise<Readable> {
  const row = await db
    .selectFrom('entry_versions')
    .select(['files', 'pack', 'created_at'])
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { files, read } = projectAlone({ files: row.files as PackedFile[], pack: row.pack });
  const parts = files.map(({ path, executable }) => ({
    path,
    executable,
    content: () => read(path),
  }));
  return zipStream(parts, row.created_at);
}

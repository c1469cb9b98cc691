import type { Readable } from 'node:stream';
import { cleanFileName } from '#domain/file.ts';
import type { Asker } from '#domain/relation.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Context } from '../lifecycle/context.ts';
import type { FileStore } from '../store/store.ts';
import { framesOf, type PackedFile } from './packed-project.ts';
import { restored, type Values, valuesOf } from './placeholders.ts';
import { contentsIn, packedFiles } from './snapshot-files.ts';
import type { ReadySnapshot } from './snapshot-rows.ts';
import { type ZipPart, zipStream } from './zip-stream.ts';

/** What a version is called as a file. */
export function archiveName({ ticket_id, number }: ReadySnapshot): string {
  return cleanFileName(`project-${shortId(ticket_id)}-version-${number}.zip`);
}

/**
 * A whole version as a zip, written while it is read. Whoever brought keys has them in it again; others
 * get dummies for them in a `.env`.
 */
export async function projectArchive(
  { db, config, files: store }: Pick<Context, 'db' | 'config' | 'files'>,
  viewer: Asker,
  version: ReadySnapshot,
): Promise<Readable> {
  const { ticket_id: ticketId } = version;
  const files = await packedFiles(db, version);
  const values = await valuesOf({ db, config }, { ticketId, personId: viewer.id });
  const dummies = await dummyEnvFor(db, viewer, version);
  const env = dummies === null ? [] : [envFile(files, dummies)];
  const parts = allOf(projectParts(store, files, values), env);
  return zipStream(parts, version.created_at);
}

/** Dummies for the keys that others have masked in it; null for none. */
async function dummyEnvFor(
  db: Context['db'],
  viewer: Asker,
  { ticket_id, number }: ReadySnapshot,
): Promise<string | null> {
  const masked = await db
    .selectFrom('snapshots')
    .select(['dummy_env', 'author_id'])
    .where('ticket_id', '=', ticket_id)
    .where('number', '<=', number)
    .where('kind', '=', 'project')
    .where('state', '=', 'ready')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return masked && masked.author_id !== viewer.id ? masked.dummy_env : null;
}

function envFile(files: readonly PackedFile[], dummies: string): ZipPart {
  const isTaken = files.some(({ path }) => path === '.env');
  return { path: isTaken ? '.env.dummy' : '.env', content: () => Buffer.from(dummies) };
}

/** The files of a version for a zip, with the keys of whoever reads it: what is held at once can have some. */
export function* projectParts(
  store: FileStore,
  files: readonly PackedFile[],
  values: Values,
): Generator<ZipPart> {
  const read = contentsIn(store);
  for (const file of framesOf(files).flat()) {
    yield {
      path: file.path,
      executable: file.executable,
      isPacked: file.kind === 'image',
      content: async () => {
        const content = await read(file);
        return Buffer.isBuffer(content) ? restored(content, values) : content;
      },
    };
  }
}

/** The parts of a zip one group after the other. */
export function* allOf(...groups: Iterable<ZipPart>[]): Generator<ZipPart> {
  for (const group of groups) yield* group;
}

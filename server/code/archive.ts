import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { cleanFileName } from '#domain/file.ts';
import type { Asker } from '#domain/relation.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Context } from '../lifecycle/context.ts';
import type { FileStore } from '../store/store.ts';
import { type PackedFile, unpacked } from './packed-project.ts';
import { restored, type Values, valuesOf } from './placeholders.ts';
import { inOrder } from './search.ts';
import { packedFiles, partsOf } from './snapshot-files.ts';
import type { ReadySnapshot } from './snapshot-rows.ts';
import { bytesOf } from './view-code.ts';

/** A longer file is unpacked as it is sent; no placeholder stands in it. */
const HELD_BYTES = 4 * 1024 * 1024;

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
  const files = inOrder(await packedFiles(db, version));
  const values = await valuesOf({ db, config }, { ticketId, personId: viewer.id });
  const dummies = await dummyEnvFor(db, viewer, version);
  const more = dummies === null ? [] : [envFile(files, dummies)];
  return zipOf(store, files, { values, more, mtime: version.created_at });
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

interface Added {
  path: string;
  bytes: Buffer;
}

function envFile(files: readonly PackedFile[], dummies: string): Added {
  const isTaken = files.some(({ path }) => path === '.env');
  return { path: isTaken ? '.env.dummy' : '.env', bytes: Buffer.from(dummies) };
}

interface Written {
  values: Values;
  more: readonly Added[];
  mtime: Date;
}

/**
 * Each file is opened only when its turn comes, so that little is held in memory. An answer that has
 * begun can only break off: nobody takes a part for the whole.
 */
function zipOf(store: FileStore, files: readonly PackedFile[], { values, more, mtime }: Written) {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let open: Readable | undefined;
  for (const file of files) {
    const options = {
      mtime,
      mode: file.executable ? 0o100755 : 0o100644,
      compress: file.kind !== 'image',
    };
    zip.addReadStreamLazy(file.path, options, (give) => {
      contentOf(store, file, values).then(
        (bytes) => {
          open = bytes.on('error', (error) => output.destroy(error));
          give(null, bytes);
        },
        give as (error: unknown) => void,
      );
    });
  }
  for (const { path, bytes } of more) zip.addBuffer(bytes, path, { mtime });
  zip.on('error', (error: Error) => output.destroy(error));
  output.on('close', () => open?.destroy());
  zip.end();
  return output;
}

/** A file to be sent, with the keys of whoever reads it. */
export async function contentOf(
  store: FileStore,
  file: PackedFile,
  values: Values,
): Promise<Readable> {
  if (file.size > HELD_BYTES) return bytesOf(store, file);
  const bytes = await unpacked(await partsOf(store)(file));
  return Readable.from([restored(bytes, values)]);
}

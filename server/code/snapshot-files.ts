import { pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createZstdDecompress } from 'node:zlib';
import { CompiledQuery } from 'kysely';
import type { CodeKind } from '#domain/code.ts';
import { Refusal } from '#domain/refusals.ts';
import type { Reader } from '../database/database.ts';
import type { Context } from '../lifecycle/context.ts';
import type { FileStore } from '../store/store.ts';
import {
  FrameReader,
  type PackedFile,
  PackedProject,
  type PackPlace,
  type ReadPart,
} from './packed-project.ts';
import { entryAt } from './tree-queries.ts';
import { filesIn, foldersIn, placesIn, type StoredCode } from './trees.ts';

interface Version {
  ticket_id: string;
  root: Buffer;
}

/**
 * All files of a version, for whoever has asked already who may read it. Contents are fetched from the
 * store as they are read.
 * @throws Refusal `not_found` for a version that is not ready
 */
export async function snapshotFiles(
  { db, files }: Pick<Context, 'db' | 'files'>,
  snapshotId: string,
): Promise<PackedProject<PackedFile>> {
  const version = await db
    .selectFrom('snapshots')
    .select(['ticket_id', 'root'])
    .where('id', '=', snapshotId)
    .executeTakeFirst();
  if (!version || version.root === null) throw new Refusal('not_found');
  const { ticket_id, root } = version;
  return new PackedProject(await packedFiles(db, { ticket_id, root }), partsOf(files));
}

/** All files of a version, and where their bytes lie. */
export async function packedFiles(db: Reader, version: Version): Promise<PackedFile[]> {
  const code = await storedCode(db, version);
  // Others get their turn between the steps.
  const places = placesIn(code);
  await nextTurn();
  const folders = foldersIn(code);
  await nextTurn();
  const files = filesIn(code, { places, folders });
  await nextTurn();
  return files;
}

/** What a request has of code, with a version of it or without one, and the packs in which it lies. */
export async function storedCode(
  db: Reader,
  { ticket_id, root }: { ticket_id: string; root: Buffer | null },
): Promise<StoredCode & { packs: string[] }> {
  const { rows } = await db.executeQuery<
    Pick<StoredCode, 'trees' | 'places'> & { packs: string[] }
  >(CompiledQuery.raw(STORED_CODE, [ticket_id, root]));
  const [found = { trees: '[]', places: '[]', packs: [] }] = rows;
  return { root: root?.toString('hex') ?? null, ...found };
}

const STORED_CODE = `
  with recursive tree (hash) as (
    select $2::bytea
    union
    select decode(entry ->> 'hash', 'hex')
    from tree
    join code_trees t on t.ticket_id = $1 and t.hash = tree.hash
    cross join jsonb_array_elements(t.entries) entry
    where entry ->> 'type' = 'folder')
  select
    (select coalesce(json_agg(json_build_array(encode(t.hash, 'hex'), t.entries)), '[]')::text
      from tree join code_trees t on t.ticket_id = $1 and t.hash = tree.hash) as trees,
    coalesce(json_agg(json_build_array(encode(b.hash, 'hex'), b.pack_key, b.start, b.length, b.skip)),
      '[]')::text as places,
    coalesce(array_agg(distinct b.pack_key), '{}') as packs
  from code_blobs b where b.ticket_id = $1`;

/** One stored file of a version. */
export interface StoredFile extends PackPlace {
  size: number;
  kind: CodeKind;
  lines: number | null;
}

/**
 * The file at a path of a version.
 * @throws Refusal `not_found` where there is none
 */
export async function storedFile(db: Reader, version: Version, path: string): Promise<StoredFile> {
  const entry = await entryAt(db, version, path);
  if (entry?.type !== 'file') throw new Refusal('not_found');
  return db
    .selectFrom('code_blobs')
    .select(['pack_key as pack', 'start', 'length', 'skip', 'size', 'kind', 'lines'])
    .where('ticket_id', '=', version.ticket_id)
    .where('hash', '=', Buffer.from(entry.hash, 'hex'))
    .executeTakeFirstOrThrow();
}

/** A longer file is unpacked as it is read; its frame is its own. */
const HELD_BYTES = 4 * 1024 * 1024;

/** Reads files of the store; what lies together is fetched and unpacked once. */
export function contentsIn(
  store: FileStore,
): (file: PackPlace & { size: number }) => Promise<Buffer | Readable> {
  const readPart = partsOf(store);
  const frames = new FrameReader(readPart);
  return async (file) => {
    if (file.size <= HELD_BYTES) return frames.read(file);
    // What goes wrong is told by the stream that is read.
    return pipeline(await streamOf(store, file), createZstdDecompress(), () => undefined);
  };
}

/** What was read, as a stream. */
export function asStream(content: Buffer | Readable): Readable {
  return Buffer.isBuffer(content) ? Readable.from([content]) : content;
}

function partsOf(store: FileStore): ReadPart {
  return async (frame) => buffer(await streamOf(store, frame));
}

function streamOf(
  store: FileStore,
  { pack, start, length }: Omit<PackPlace, 'skip'>,
): Promise<Readable> {
  return store.read(`packs/${pack}`, { start, end: start + length - 1 });
}

/** Lends packs as files of this machine, by their keys, for as long as `work` takes. */
export function lendPacks<Result>(
  store: FileStore,
  packs: readonly string[],
  work: (local: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const [key, ...rest] = packs;
  if (key === undefined) return work({});
  return store.lend(`packs/${key}`, (path) =>
    lendPacks(store, rest, (local) => work({ ...local, [key]: path })),
  );
}

import { open, readFile } from 'node:fs/promises';
import type { LeftOut, SnapshotKind, SnapshotSource } from '#domain/code.ts';
import type { Packet } from '#domain/packet.ts';
import type { SafetyReport } from '#domain/safety-report.ts';
import type { FileSecret, Rotation, SecretsChoice } from '#domain/secret.ts';
import { formatOf } from '../../files/shield/formats.ts';
import { eachInRepository, type Repository } from '../git/each-in-repository.ts';
import {
  type PackedFile,
  PackedProject,
  type PackPlace,
  type ReadPart,
} from '../packed-project.ts';
import { readPacket } from '../packet/read-packet.ts';
import { applyPatch } from '../patch/apply-patch.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { Promised } from '../safety/outside.ts';
import { readSafety } from '../safety/read-safety.ts';
import { type FileOfTree, type StoredTree, treesOf } from '../trees.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { isWhole, requireApart, requireSize, roundFolder } from './arrange.ts';
import { type Collected, Collection } from './collect.ts';
import { Keys } from './keys.ts';
import { PackWriter } from './pack-writer.ts';
import { cannotRead } from './place.ts';
import { eachInTarFile } from './tar.ts';
import { eachInZipFile } from './zip.ts';

// A task for worker threads.

export interface ToRead {
  /** The upload, as a file of this machine, or a repository. */
  from: string | Repository;
  kind: SnapshotKind;
  source: SnapshotSource;
  holds: 'project' | 'changes' | null;
  /** The version before; null where there is none. */
  parent: readonly FileOfTree[] | null;
  /** What the request has already, by hashes, in packs that lie on this machine. */
  known: readonly KnownFile[];
  /** Where the new files are packed. */
  to: string;
  choice: SecretsChoice | null;
  values: Readonly<Record<string, string>>;
  taken: readonly string[];
  /** Hash of the dummies that were in the download. */
  ours: string | null;
  /** Of the request of a project, in which stack traces may be. */
  description: string;
  /** What a delivery is for. */
  milestone: Promised | null;
}

/** Where the bytes with a hash lie. */
export interface KnownFile extends PackPlace {
  hash: string;
}

/** New files of a pack, as they are stored. */
export interface NewBlob {
  hash: string;
  start: number;
  length: number;
  size: number;
  kind: PackedFile['kind'];
  lines: number | null;
}

export interface ReadVersion {
  source: SnapshotSource;
  /** Of a repository. */
  ref: string | null;
  root: string;
  trees: StoredTree[];
  blobs: NewBlob[];
  files: number;
  bytes: number;
  left_out: LeftOut[];
  rotate: Rotation[];
  /** Whether keys are in it, which its author shares knowingly. */
  has_keys: boolean;
  dummy_env: string | null;
  values: Record<string, string>;
  packet: Packet | null;
  report: SafetyReport | null;
  /** Of ours, by which one of these two is missing. */
  fault: string | null;
  pack: { size: number; md5: string };
}

/** Nothing is kept while the author has not said what becomes of keys. */
export type ReadResult = ReadVersion | { secrets: FileSecret[] };

/**
 * Reads a version from an upload, and packs those of its files that the request does not have yet.
 * Little of it is held in memory at a time.
 * @throws Refusal `project_refused`, and what a patch is refused with
 */
export async function readProject(task: ToRead): Promise<ReadResult> {
  const writer = await PackWriter.to(task.to);
  try {
    const keys = new Keys(task.choice, task);
    const places = new Map(task.known.map((file) => [file.hash, file]));
    const known = new Set(places.keys());
    const collection = new Collection({ writer, keys, known, ours: task.ours });
    const { files, source, ref } = await collect(task, collection);
    if (task.choice === null && keys.found.length > 0) return { secrets: keys.found };
    requireApart(files);
    requireSize(files);
    if (files.length === 0)
      throw cannotRead('There are no files in it, without dependencies and build output.');
    const packed = files.map((file) => packedFile(file, places));
    return {
      ...(await whatItSays(task, projectIn(packed, writer), places)),
      source,
      ref,
      ...treesOf(files),
      blobs: blobsOf(collection),
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      left_out: collection.leftOut,
      rotate: keys.rotate,
      has_keys: keys.found.length > 0,
      dummy_env: keys.rotate.length > 0 ? keys.dummyEnv : null,
      values: keys.values,
      pack: await writer.finish(),
    };
  } finally {
    await writer.close();
  }
}

interface Arranged {
  files: (Collected | FileOfTree)[];
  source: SnapshotSource;
  ref: string | null;
}

async function collect(task: ToRead, collection: Collection): Promise<Arranged> {
  const { from: path } = task;
  const take = (entry: ArchiveEntry) => collection.take(entry);
  if (typeof path !== 'string') {
    const ref = await eachInRepository(path, take);
    return { files: [...collection.files.values()], source: 'git', ref };
  }
  const format = await formatOfFile(path);
  if (format === 'zip') await eachInZipFile(path, take);
  else if (format === 'tar' || format === 'gzip')
    await eachInTarFile({ path, isPacked: format === 'gzip' }, take);
  else if (task.kind === 'delivery')
    return { ...(await patched(task, path, collection)), ref: null };
  else throw cannotRead('This is no zip, tar or tar.gz archive.');
  return { ...arrange(task, collection), ref: null };
}

/** What is no archive is taken for a patch of the version before. */
async function patched(
  { parent, known }: ToRead,
  path: string,
  collection: Collection,
): Promise<Omit<Arranged, 'ref'>> {
  const places = new Map(known.map((file) => [file.hash, file]));
  if (parent === null)
    throw cannotRead('This is no archive, and there is no project that a patch could change.');
  const before = localProject(parent.map((file) => packedFile(file, places)));
  const changed = await applyPatch(before, await readFile(path));
  for (const { path, bytes, executable = false } of changed)
    if (bytes !== null) await collection.addChanged(path, executable, bytes);
  const touched = new Set(changed.map((file) => file.path));
  const rest = parent.filter((file) => !touched.has(file.path));
  return { files: [...rest, ...collection.files.values()], source: 'patch' };
}

/** Puts the files of an archive where they belong, together with the others of the version before. */
function arrange(
  { parent, kind, holds, source }: ToRead,
  collection: Collection,
): Omit<Arranged, 'ref'> {
  const before = parent && new Set(parent.map(({ path }) => path));
  const paths = [...collection.files.keys()];
  const top = roundFolder(paths, before);
  collection.takeAway(top);
  const own = [...collection.files.values()];
  if (kind !== 'delivery' || parent === null || before === null) return { files: own, source };
  const ownPaths = own.map(({ path }) => path);
  const whole = holds === null ? isWhole(ownPaths, before) : holds === 'project';
  if (whole) return { files: own, source };
  const changed = new Set(ownPaths);
  const rest = parent.filter(({ path }) => !changed.has(path));
  return { files: [...rest, ...own], source: 'changes' };
}

function blobsOf({ files }: Collection): NewBlob[] {
  const blobs = new Map<string, NewBlob>();
  for (const { hash, size, kind, lines, place } of files.values()) {
    if (!place) continue;
    blobs.set(hash, { hash, size, kind, lines, start: place.start, length: place.length });
  }
  return [...blobs.values()];
}

const HEAD_BYTES = 1024;

async function formatOfFile(path: string) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return formatOf(buffer.subarray(0, bytesRead), null);
  } finally {
    await file.close();
  }
}

type Places = ReadonlyMap<string, PackPlace>;

function packedFile(file: Collected | FileOfTree, known: Places): PackedFile {
  const { path, hash, size, kind, executable } = file;
  const place = ('place' in file ? file.place : null) ?? known.get(hash);
  if (!place) throw new Error('a stored file is in no pack');
  const { pack, start, length } = place;
  return { path, hash, size, kind, executable, pack, start, length };
}

type Said = Pick<ReadVersion, 'packet' | 'report' | 'fault'>;

/** What the files say about the project or the delivery. Without it a version is one all the same. */
async function whatItSays(
  { kind, parent, description, milestone }: ToRead,
  after: ProjectFiles,
  known: Places,
): Promise<Said> {
  const said: Said = { packet: null, report: null, fault: null };
  try {
    if (kind === 'project') return { ...said, packet: await readPacket(after, { description }) };
    if (milestone === null) return said;
    const before = parent && localProject(parent.map((file) => packedFile(file, known)));
    return { ...said, report: await readSafety({ before, after, milestone }) };
  } catch (error) {
    return { ...said, fault: error instanceof Error ? (error.stack ?? error.message) : 'unknown' };
  }
}

/** A project of which some files lie in the pack that is being written. */
function projectIn(files: readonly PackedFile[], writer: PackWriter): ProjectFiles {
  return new PackedProject(files, (place) =>
    place.pack === writer.path ? writer.read(place) : readPart(place),
  );
}

/** A project whose packs are files of this machine. */
function localProject(files: readonly PackedFile[]): PackedProject<PackedFile> {
  return new PackedProject(files, readPart);
}

const readPart: ReadPart = async ({ pack, start, length }) => {
  const file = await open(pack);
  try {
    const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
    return buffer;
  } finally {
    await file.close();
  }
};

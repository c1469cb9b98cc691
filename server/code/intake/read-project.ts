import { open, readFile } from 'node:fs/promises';
import type { LeftOut, SnapshotKind, SnapshotSource } from '#domain/code.ts';
import type { Packet } from '#domain/packet.ts';
import { PROJECT_LIMITS } from '#domain/project-limits.ts';
import type { SafetyReport } from '#domain/safety-report.ts';
import type { FileSecret, Rotation, SecretsChoice } from '#domain/secret.ts';
import { Placeholders } from '#domain/secret-mask.ts';
import { formatOf } from '../../files/shield/formats.ts';
import { giveBackMemory } from '../../workers/give-back.ts';
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
import { type FileOfTree, filesIn, placesIn, type StoredCode, treesOf } from '../trees.ts';
import { isWhole, requireApart, requireSize, roundFolder } from './arrange.ts';
import { type ArchiveEntry, type Collected, Collection } from './collect.ts';
import { Keys } from './keys.ts';
import { PackWriter } from './pack-writer.ts';
import { cannotRead } from './place.ts';
import { ofRepositories } from './repositories.ts';
import { eachInTarFile } from './tar.ts';
import { eachInZipFile } from './zip.ts';

// A task for worker threads.

export interface ToRead {
  /** The upload, as a file of this machine, or a repository. */
  from: string | Repository;
  kind: SnapshotKind;
  source: SnapshotSource;
  holds: 'project' | 'changes' | null;
  /** What the request has already, with the version before. */
  code: StoredCode;
  /** Files of this machine by the keys of the packs in which that lies. */
  packs: Readonly<Record<string, string>>;
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
  /** Where it may hold less than other projects. */
  limits?: { bytes: number; files: number };
}

/** New files of a pack, as they are stored. */
interface NewBlob extends Omit<PackPlace, 'pack'> {
  hash: string;
  size: number;
  kind: PackedFile['kind'];
  lines: number | null;
}

export interface ReadVersion {
  source: SnapshotSource;
  /** Of a repository. */
  ref: string | null;
  root: string;
  /**
   * JSON of `StoredTree[]` and `NewBlob[]` in UTF-8, in parts that the database takes at once. As bytes they
   * are no part of the heap of the server's own thread, which lets go of long texts late.
   */
  trees: Uint8Array<ArrayBuffer>[];
  blobs: Uint8Array<ArrayBuffer>[];
  /** Of those that the request did not have. */
  new_files: number;
  files: number;
  bytes: number;
  left_out: LeftOut[];
  rotate: Rotation[];
  /** Whether placeholders stand in what was read. */
  has_placeholders: boolean;
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
export async function readProject(asked: ToRead): Promise<ReadResult> {
  const task = readTask(asked);
  const writer = await PackWriter.to(task.to);
  try {
    const keys = new Keys(task.choice, new Placeholders(task.values, task.taken));
    const known = new Set(task.places.keys());
    const { ours, limits = PROJECT_LIMITS } = task;
    const collection = new Collection({ writer, keys, known, ours, limits });
    const { files: brought, source, ref } = await collect(task, collection);
    const files = withoutRepositories(withStoodFor(brought, task.parent, collection), collection);
    await writer.seal();
    if (task.choice === null && keys.found.length > 0) return { secrets: keys.found };
    requireApart(files);
    requireSize(files);
    if (files.length === 0)
      throw cannotRead('There are no files in it, without dependencies and build output.');
    const packed = files.map((file) => packedFile(file, task.places));
    const { root, trees } = treesOf(files);
    const blobs = blobsOf(collection);
    return {
      ...(await whatItSays(task, projectIn(packed, writer, task))),
      source,
      ref,
      root,
      trees: inParts(trees),
      blobs: inParts(blobs),
      new_files: blobs.length,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      left_out: collection.leftOut,
      rotate: keys.rotate,
      has_placeholders: collection.hasPlaceholders || keys.rotate.length > 0,
      has_keys: keys.found.length > 0,
      dummy_env: keys.rotate.length > 0 ? keys.dummyEnv : null,
      values: keys.values,
      pack: await writer.finish(),
    };
  } finally {
    await writer.close();
    giveBackMemory();
  }
}

/** The task, and what was told of the request as one text. */
interface Task extends ToRead {
  /** The version before; null where there is none. */
  parent: PackedFile[] | null;
  places: ReadonlyMap<string, PackPlace>;
}

function readTask(asked: ToRead): Task {
  const { code } = asked;
  const places = placesIn(code);
  return { ...asked, places, parent: code.root === null ? null : filesIn(code, { places }) };
}

const PART_SIGNS = 256 * 1024;

/** JSON of some rows in parts, none much longer than this. */
function inParts(rows: readonly object[]): Uint8Array<ArrayBuffer>[] {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [part, signs]: [string[], number] = [[], 0];
  for (const row of rows) {
    const json = JSON.stringify(row);
    part.push(json);
    signs += json.length;
    if (signs < PART_SIGNS) continue;
    parts.push(asBytes(part));
    [part, signs] = [[], 0];
  }
  return part.length === 0 ? parts : [...parts, asBytes(part)];
}

/** Copied to another thread, it takes nothing along. */
function asBytes(rows: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`[${rows.join(',')}]`);
}

interface Arranged {
  files: (Collected | FileOfTree)[];
  source: SnapshotSource;
  ref: string | null;
}

async function collect(task: Task, collection: Collection): Promise<Arranged> {
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
  task: Task,
  path: string,
  collection: Collection,
): Promise<Omit<Arranged, 'ref'>> {
  const { parent } = task;
  const before = projectBefore(task);
  if (parent === null || before === null)
    throw cannotRead('This is no archive, and there is no project that a patch could change.');
  const changed = await applyPatch(before, await readFile(path));
  for (const { path, bytes, executable = false } of changed)
    if (bytes !== null) await collection.addChanged(path, executable, bytes);
  const touched = new Set(changed.map((file) => file.path));
  const rest = parent.filter((file) => !touched.has(file.path));
  return { files: [...rest, ...collection.files.values()], source: 'patch' };
}

/** Puts the files of an archive where they belong, together with the others of the version before. */
function arrange(
  { parent, kind, holds, source }: Task,
  collection: Collection,
): Omit<Arranged, 'ref'> {
  const before = parent && new Set(parent.map(({ path }) => path));
  const paths = () => [...collection.files.keys(), ...collection.dummies];
  const top = roundFolder(paths(), before);
  collection.takeAway(top);
  const own = [...collection.files.values()];
  if (kind !== 'delivery' || parent === null || before === null) return { files: own, source };
  const whole = holds === null ? isWhole(paths(), before) : holds === 'project';
  if (whole) return { files: own, source };
  const changed = new Set(collection.files.keys());
  const rest = parent.filter(({ path }) => !changed.has(path));
  return { files: [...rest, ...own], source: 'changes' };
}

/** Where a dummy of ours stands in for a file, that one stays as the version before has it. */
function withStoodFor(
  files: Arranged['files'],
  parent: Task['parent'],
  { dummies }: Collection,
): Arranged['files'] {
  if (parent === null || dummies.size === 0) return files;
  const taken = new Set(files.map(({ path }) => path));
  return [...files, ...parent.filter(({ path }) => dummies.has(path) && !taken.has(path))];
}

/** Without what makes a repository of a folder: whoever runs Git in it would run its settings. */
function withoutRepositories(files: Arranged['files'], collection: Collection): Arranged['files'] {
  const isOfRepository = ofRepositories(files.map(({ path }) => path));
  return files.filter(({ path }) => {
    if (!isOfRepository(path)) return true;
    collection.files.delete(path);
    collection.leaveOut(path, 'version_control');
    return false;
  });
}

function blobsOf({ files }: Collection): NewBlob[] {
  const blobs = new Map<string, NewBlob>();
  for (const { hash, size, kind, lines, place } of files.values()) {
    if (!place) continue;
    const { start, length, skip } = place;
    blobs.set(hash, { hash, size, kind, lines, start, length, skip });
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

function packedFile(
  file: Collected | FileOfTree,
  known: ReadonlyMap<string, PackPlace>,
): PackedFile {
  const { path, hash, size, kind, executable } = file;
  const place = ('place' in file ? file.place : null) ?? known.get(hash);
  if (!place) throw new Error('a stored file is in no pack');
  const { pack, start, length, skip } = place;
  return { path, hash, size, kind, executable, pack, start, length, skip };
}

type Said = Pick<ReadVersion, 'packet' | 'report' | 'fault'>;

/** What the files say about the project or the delivery. Without it a version is one all the same. */
async function whatItSays(task: Task, after: ProjectFiles): Promise<Said> {
  const { kind, description, milestone } = task;
  const said: Said = { packet: null, report: null, fault: null };
  try {
    if (kind === 'project') return { ...said, packet: await readPacket(after, { description }) };
    if (milestone === null) return said;
    const before = projectBefore(task);
    return { ...said, report: await readSafety({ before, after, milestone }) };
  } catch (error) {
    return { ...said, fault: error instanceof Error ? (error.stack ?? error.message) : 'unknown' };
  }
}

/** The version that is just read, of which some files lie in the pack that is being written. */
function projectIn(files: readonly PackedFile[], writer: PackWriter, task: Task): ProjectFiles {
  const readOld = partsIn(task);
  return new PackedProject(files, (frame) =>
    frame.pack === writer.path ? writer.read(frame) : readOld(frame),
  );
}

function projectBefore(task: Task): PackedProject<PackedFile> | null {
  return task.parent && new PackedProject(task.parent, partsIn(task));
}

/** Reads parts of packs that lie on this machine. */
function partsIn({ packs }: Pick<Task, 'packs'>): ReadPart {
  return async ({ pack, start, length }) => {
    const file = await open(packs[pack] ?? '');
    try {
      const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, start);
      return buffer;
    } finally {
      await file.close();
    }
  };
}

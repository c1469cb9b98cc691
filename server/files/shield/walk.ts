import zlib, { gunzipSync, gzipSync, inflateSync } from 'node:zlib';
import { type Budget, NotRead, reasonOf } from './budget.ts';
import { decode, encode, encodingOf, printableIn, wideIn } from './encoding.ts';
import { type Format, formatOf } from './formats.ts';
import { eachInTar, TarWriter } from './tar.ts';
import { eachInZip, ZipWriter } from './zip.ts';

/** A part of a file: its path, null for the file itself, and how deep in archives it lies. */
interface Part {
  path: string | null;
  depth: number;
}

/** What is done with the texts of a file. */
export interface Visit {
  budget: Budget;
  /** @returns the text to put in its place: itself, where it stays; null where there is none */
  text: (text: string, path: string | null) => string | null;
  /** The same of a name in an archive, whose path is given. */
  name: (name: string, archive: string | null) => string | null;
  /** Whether archives are written anew where a part has changed. */
  isRewriting: boolean;
  /** Whether what cannot be read goes out of archives; otherwise it stays in them as it is. */
  isLeavingOut: boolean;
  /** Told of what is to be changed and cannot be. */
  cannotChange: (path: string | null) => void;
}

/** Other people's code: its own examples would drown what matters, and it is to be had elsewhere. */
const DEPENDENCIES =
  /^(.*?(?:^|\/)(?:node_modules|bower_components|vendor|\.venv|venv|site-packages|Pods))\//;

/**
 * Reads all texts of a file: in any encoding, in archives within archives, in what git has packed,
 * and in bytes that are no text.
 * @returns the bytes to put in its place: itself, where nothing changed; null for what was not read
 *   or cannot be changed, and is to be left out
 */
export async function walk(bytes: Buffer, part: Part, visit: Visit): Promise<Buffer | null> {
  const format = formatOf(bytes, part.path);
  let isTouched = false;
  const watched = watchedBy(visit, () => {
    isTouched = true;
  });
  try {
    visit.budget.enter(part.depth);
    return await readers[format](bytes, part, watched);
  } catch (error) {
    visit.budget.note(part.path, reasonOf(error));
    // What only pretends to be an archive may be read all the same.
    if (format !== 'plain') isSameIn(bytes, part, watched);
    if (isTouched) visit.cannotChange(part.path);
    return null;
  }
}

/** The same visit, told of what it wants to be changed. */
function watchedBy(visit: Visit, touched: () => void): Visit {
  const { budget, isRewriting, isLeavingOut, cannotChange } = visit;
  const watch = (before: string, after: string | null) => {
    if (after !== before) touched();
    return after;
  };
  return {
    budget,
    isRewriting,
    isLeavingOut,
    cannotChange,
    text: (text, path) => watch(text, visit.text(text, path)),
    name: (name, archive) => watch(name, visit.name(name, archive)),
  };
}

/** Whether nothing is to be changed in bytes that are no text, or cannot be unpacked. */
function isSameIn(bytes: Buffer, { path }: Part, visit: Visit): boolean {
  return [printableIn(bytes), wideIn(bytes)].every((text) => visit.text(text, path) === text);
}

type Reader = (bytes: Buffer, part: Part, visit: Visit) => Promise<Buffer | null>;

const readers: Record<Format, Reader> = {
  zip: readZip,
  tar: (bytes, part, visit) => readArchive(bytes, part, visit, { each: eachInTar, to: TarWriter }),
  gzip: (bytes, part, visit) =>
    readPacked(bytes, part, visit, { unpack: gunzipSync, pack: gzipSync }),
  zstd: (bytes, part, visit) =>
    readPacked(bytes, part, visit, {
      unpack: unpackZstd,
      pack: (inner) => zlib.zstdCompressSync(inner),
    }),
  git: readGitObject,
  pdf: async () => {
    throw new NotRead('format');
  },
  sealed: async () => {
    throw new NotRead('format');
  },
  plain: readPlain,
};

const ZIP = { each: eachInZip, to: ZipWriter };
const ZIP_ENTRY = 'PK\x03\x04';

/** A program may stand before the archive that it unpacks; its own places then count from there. */
async function readZip(bytes: Buffer, part: Part, visit: Visit): Promise<Buffer | null> {
  const start = bytes.indexOf(ZIP_ENTRY);
  try {
    return await readArchive(bytes, part, visit, ZIP);
  } catch (error) {
    if (start <= 0) throw error;
  }
  const archive = bytes.subarray(start);
  const isSame = isSameIn(bytes.subarray(0, start), part, visit);
  if ((await readArchive(archive, part, visit, ZIP)) === archive && isSame) return bytes;
  visit.cannotChange(part.path);
  return null;
}

async function readPlain(bytes: Buffer, part: Part, visit: Visit): Promise<Buffer | null> {
  const { path } = part;
  const encoding = encodingOf(bytes);
  if (encoding === 'binary') {
    if (isSameIn(bytes, part, visit)) return bytes;
    visit.cannotChange(path);
    return null;
  }
  const text = decode(bytes, encoding);
  const changed = visit.text(text, path);
  if (changed === text) return bytes;
  if (changed !== null) return encode(changed, encoding);
  visit.cannotChange(path);
  return null;
}

interface Packing {
  unpack: (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;
  pack: (bytes: Buffer) => Buffer;
}

async function readPacked(
  bytes: Buffer,
  { path, depth }: Part,
  visit: Visit,
  { unpack, pack }: Packing,
): Promise<Buffer | null> {
  const inner = unpacked(bytes, visit, unpack);
  const changed = await walk(inner, { path, depth: depth + 1 }, visit);
  if (changed === inner || changed === null) return changed && bytes;
  return pack(changed);
}

/** The name of an object of git is the hash of what it holds, so that it cannot change. */
async function readGitObject(
  bytes: Buffer,
  { path, depth }: Part,
  visit: Visit,
): Promise<Buffer | null> {
  const inner = unpacked(bytes, visit, inflateSync);
  const changed = await walk(inner, { path, depth: depth + 1 }, visit);
  if (changed === inner) return bytes;
  visit.cannotChange(path);
  return null;
}

/** The command line runs on older versions of Node.js, which do not know it. */
const unpackZstd: Packing['unpack'] = (bytes, options) => {
  if (typeof zlib.zstdDecompressSync !== 'function') throw new NotRead('format');
  return zlib.zstdDecompressSync(bytes, options);
};

function unpacked(bytes: Buffer, { budget }: Visit, unpack: Packing['unpack']): Buffer {
  const inner = unpack(bytes, { maxOutputLength: Math.max(1, budget.room) });
  budget.unpacked(inner.length);
  return inner;
}

interface AnyEntry {
  path: string;
  isFolder: boolean;
  unpack: (room: number) => Promise<Buffer>;
}

interface Archive<Entry extends AnyEntry> {
  each: (bytes: Buffer, take: (entry: Entry) => Promise<void>) => Promise<void>;
  to: new () => {
    add: (entry: Entry, bytes: Buffer) => Promise<void>;
    end: () => Promise<Buffer>;
  };
}

async function readArchive<Entry extends AnyEntry>(
  bytes: Buffer,
  part: Part,
  visit: Visit,
  { each, to: Writer }: Archive<Entry>,
): Promise<Buffer | null> {
  const writer = visit.isRewriting ? new Writer() : null;
  const passed = new Set<string>();
  let [isChanged, isPartial] = [false, false];
  const within = (name: string) => (part.path === null ? name : `${part.path}/${name}`);
  await each(bytes, async (found) => {
    const folder = DEPENDENCIES.exec(within(found.path))?.[1];
    if (folder !== undefined) {
      if (!passed.has(folder)) visit.budget.note(`${folder}/`, 'dependencies');
      passed.add(folder);
      isPartial = true;
      return;
    }
    const entry = { ...found, path: visit.name(found.path, part.path) ?? '_' };
    const path = within(entry.path);
    const content = await contentOf(entry, path, visit);
    const read = content && (await walk(content, { path, depth: part.depth + 1 }, visit));
    const changed = visit.isLeavingOut ? read : (read ?? content);
    isChanged ||= entry.path !== found.path || changed !== content;
    if (changed === null) isPartial = true;
    else await writer?.add(entry, changed);
  });
  const isSame = !isChanged && !(isPartial && visit.isLeavingOut);
  if (!writer || isSame) return bytes;
  if (!isPartial || visit.isLeavingOut) return writer.end();
  // What could not be read would be lost.
  visit.cannotChange(part.path);
  return null;
}

async function contentOf(entry: AnyEntry, path: string, { budget }: Visit): Promise<Buffer | null> {
  if (entry.isFolder) return Buffer.alloc(0);
  try {
    const content = await entry.unpack(budget.room);
    budget.unpacked(content.length);
    return content;
  } catch (error) {
    budget.note(path, reasonOf(error));
    return null;
  }
}

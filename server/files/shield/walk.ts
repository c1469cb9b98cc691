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
  try {
    visit.budget.enter(part.depth);
    return await readers[format](bytes, part, visit);
  } catch (error) {
    visit.budget.note(part.path, reasonOf(error));
    // What only pretends to be an archive may be read all the same.
    if (format !== 'plain') visit.text(printableIn(bytes), part.path);
    return null;
  }
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
  const program = printableIn(bytes.subarray(0, start));
  const isSame = visit.text(program, part.path) === program;
  if ((await readArchive(archive, part, visit, ZIP)) === archive && isSame) return bytes;
  visit.cannotChange(part.path);
  return null;
}

async function readPlain(bytes: Buffer, { path }: Part, visit: Visit): Promise<Buffer | null> {
  const encoding = encodingOf(bytes);
  if (encoding === 'binary') {
    const texts = [printableIn(bytes), wideIn(bytes)];
    if (texts.every((text) => visit.text(text, path) === text)) return bytes;
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
): Promise<Buffer> {
  const writer = visit.isRewriting ? new Writer() : null;
  const passed = new Set<string>();
  let isChanged = false;
  const within = (name: string) => (part.path === null ? name : `${part.path}/${name}`);
  await each(bytes, async (found) => {
    const folder = DEPENDENCIES.exec(within(found.path))?.[1];
    if (folder !== undefined) {
      if (!passed.has(folder)) visit.budget.note(`${folder}/`, 'dependencies');
      passed.add(folder);
      isChanged = true;
      return;
    }
    const entry = { ...found, path: visit.name(found.path, part.path) ?? '_' };
    const path = within(entry.path);
    isChanged ||= entry.path !== found.path;
    const content = await contentOf(entry, path, visit);
    const changed = content && (await walk(content, { path, depth: part.depth + 1 }, visit));
    isChanged ||= changed !== content || content === null;
    if (changed !== null) await writer?.add(entry, changed);
  });
  return writer && isChanged ? writer.end() : bytes;
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

import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw, deflateRawSync } from 'node:zlib';

const pack = promisify(deflateRaw);

/** A file of a zip that is being written. */
export interface ZipPart {
  path: string;
  executable?: boolean;
  /** Whether packing it again would save nothing, as with pictures. */
  isPacked?: boolean;
  /** Its bytes, asked for when its turn comes. */
  content: () => Readable | Buffer | Promise<Readable | Buffer>;
}

/**
 * A zip that is written while it is read: one file of it is held at a time. An answer that has begun can
 * only break off: nobody takes a part for the whole. A library for it would hold up everybody at the end
 * of 20,000 files. Source: PKWARE's APPNOTE 6.3, without its extension for more than 4 GB.
 */
export function zipStream(parts: Iterable<ZipPart>, mtime: Date): Readable {
  return Readable.from(zipBytes(parts, mtime), { objectMode: false });
}

/** What is said of a file before it and in the directory at the end. */
interface Entry {
  name: string;
  mode: number;
  flags: number;
  method: number;
  mtime: Date;
  start: number;
  sum: number;
  packed: number;
  size: number;
}

const UTF8 = 0x800;
/** The sum and sizes come after the file. */
const SUMS_FOLLOW = 8;
/** A larger file is packed aside. */
const SMALL = 16 * 1024;
const STORED = 0;
const DEFLATED = 8;
/** Lines of the directory that are written in one go. */
const DIRECTORY_PIECE = 500;

async function* zipBytes(parts: Iterable<ZipPart>, mtime: Date): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let at = 0;
  for (const part of parts) {
    const entry = entryOf(part, mtime, at);
    const content = await part.content();
    const bytes = Buffer.isBuffer(content)
      ? held(entry, content, part.isPacked ?? false)
      : streamed(entry, content);
    for await (const piece of bytes) {
      at += piece.length;
      yield piece;
    }
    entries.push(entry);
  }
  const start = at;
  for (let from = 0; from < entries.length; from += DIRECTORY_PIECE) {
    const piece = Buffer.concat(entries.slice(from, from + DIRECTORY_PIECE).flatMap(lineOf));
    at += piece.length;
    yield piece;
  }
  yield numbers(
    [0x06054b50, 4],
    [0, 4],
    [entries.length, 2],
    [entries.length, 2],
    [at - start, 4],
    [start, 4],
    [0, 2],
  );
}

function entryOf({ path, executable }: ZipPart, mtime: Date, start: number): Entry {
  const mode = executable ? 0o100755 : 0o100644;
  const sums = { sum: 0, packed: 0, size: 0 };
  return { name: path, mode, flags: UTF8, method: DEFLATED, mtime, start, ...sums };
}

async function* held(entry: Entry, bytes: Buffer, isPacked: boolean): AsyncGenerator<Buffer> {
  const packed = isPacked ? bytes : await deflated(bytes);
  const sums = { sum: crc32(bytes), packed: packed.length, size: bytes.length };
  Object.assign(entry, sums, { method: isPacked ? STORED : DEFLATED });
  yield Buffer.concat([...headOf(entry), packed]);
}

/** A window as large as a small file: the usual one would cost more to make ready than the packing itself. */
async function deflated(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > SMALL) return pack(bytes);
  // Others get their turn between two files.
  await nextTurn();
  const windowBits = Math.max(9, Math.ceil(Math.log2(bytes.length + 1)));
  return deflateRawSync(bytes, { windowBits, memLevel: Math.min(8, windowBits - 6) });
}

async function* streamed(entry: Entry, bytes: Readable): AsyncGenerator<Buffer> {
  entry.flags |= SUMS_FOLLOW;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      entry.sum = crc32(piece, entry.sum);
      entry.size += piece.length;
      yield piece;
    }
  };
  try {
    yield Buffer.concat(headOf(entry));
    // What goes wrong is told by the stream that is read.
    const packed = pipeline(bytes, counted, createDeflateRaw(), () => undefined);
    for await (const piece of packed as AsyncIterable<Buffer>) {
      entry.packed += piece.length;
      yield piece;
    }
  } finally {
    // Its reader may go before any of it was read: then nothing else would close it.
    bytes.destroy();
  }
  yield numbers([0x08074b50, 4], [entry.sum, 4], [entry.packed, 4], [entry.size, 4]);
}

function headOf(entry: Entry): Buffer[] {
  return [numbers([0x04034b50, 4], [20, 2], ...told(entry), [0, 2]), Buffer.from(entry.name)];
}

/** A line of the directory at the end. */
function lineOf(entry: Entry): Buffer[] {
  // Made on Unix: what it says of a file is its mode there.
  const unix = (3 << 8) | 20;
  const head: Field[] = [[0x02014b50, 4], [unix, 2], [20, 2], ...told(entry)];
  const rest: Field[] = [
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [entry.mode * 0x10000, 4],
    [entry.start, 4],
  ];
  return [numbers(...head, ...rest), Buffer.from(entry.name)];
}

function told({ flags, method, mtime, sum, packed, size, name }: Entry): Field[] {
  const time =
    (mtime.getUTCHours() << 11) | (mtime.getUTCMinutes() << 5) | (mtime.getUTCSeconds() >> 1);
  const day =
    ((mtime.getUTCFullYear() - 1980) << 9) | ((mtime.getUTCMonth() + 1) << 5) | mtime.getUTCDate();
  return [
    [flags, 2],
    [method, 2],
    [time, 2],
    [day, 2],
    [sum, 4],
    [packed, 4],
    [size, 4],
    [Buffer.byteLength(name), 2],
  ];
}

type Field = [value: number, bytes: number];

/** Little-endian numbers of so many bytes each. */
function numbers(...fields: Field[]): Buffer {
  const buffer = Buffer.allocUnsafe(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

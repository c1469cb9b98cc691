import { type InflateRaw, inflateSync } from 'node:zlib';
import { cannotRead } from '../intake/place.ts';

/** What one object, and all of a pack together, may be once they are unpacked. */
const MOST_EACH = 64 * 1024 * 1024;
const MOST_TOGETHER = 400 * 1024 * 1024;
const MOST_OBJECTS = 400_000;
const HEADER_BYTES = 12;
const TRAILER_BYTES = 20;
const OFS_DELTA = 6;
const REF_DELTA = 7;

/**
 * Walks through a pack of Git before anything else reads it, so that none of its objects is a bomb: each
 * as large as it says, and no more than a project can need.
 * @throws Refusal `project_refused`
 */
export function checkPack(pack: Buffer): void {
  if (pack.toString('latin1', 0, 4) !== 'PACK' || pack.length < HEADER_BYTES + TRAILER_BYTES)
    throw damaged();
  const count = pack.readUInt32BE(8);
  if (count > MOST_OBJECTS) throw tooLarge();
  let [at, left] = [HEADER_BYTES, MOST_TOGETHER];
  for (let object = 0; object < count; object++) {
    const header = readHeader(pack, at);
    const { content, used } = unpackAt(pack, header);
    at = header.end + used;
    left -= Math.max(content.length, resultOf(header.type, content));
    if (left < 0) throw tooLarge();
  }
  if (at !== pack.length - TRAILER_BYTES) throw damaged();
}

interface Header {
  type: number;
  size: number;
  end: number;
}

function readHeader(pack: Buffer, start: number): Header {
  let at = start;
  let byte = byteAt(pack, at++);
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 128; factor *= 128) {
    byte = byteAt(pack, at++);
    size += (byte & 127) * factor;
  }
  if (size > MOST_EACH) throw tooLarge();
  if (type === REF_DELTA) at += TRAILER_BYTES;
  if (type === OFS_DELTA) while (byteAt(pack, at++) & 128);
  return { type, size, end: at };
}

function unpackAt(pack: Buffer, { size, end }: Header): { content: Buffer; used: number } {
  const options = { maxOutputLength: size + 1, info: true };
  try {
    const { buffer, engine } = inflateSync(pack.subarray(end), options) as unknown as {
      buffer: Buffer;
      engine: InflateRaw;
    };
    if (buffer.length !== size) throw damaged();
    return { content: buffer, used: engine.bytesWritten };
  } catch (error) {
    if (error instanceof RangeError || !(error instanceof Error) || !('code' in error)) throw error;
    throw damaged();
  }
}

/** How large a difference makes its object; of another object, nothing. */
function resultOf(type: number, delta: Buffer): number {
  if (type !== OFS_DELTA && type !== REF_DELTA) return 0;
  let at = 0;
  while (byteAt(delta, at++) & 128);
  let [size, factor] = [0, 1];
  for (let more = true; more; factor *= 128) {
    const byte = byteAt(delta, at++);
    size += (byte & 127) * factor;
    more = (byte & 128) !== 0;
  }
  if (size > MOST_EACH) throw tooLarge();
  return size;
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw damaged();
  return byte;
}

function damaged() {
  return cannotRead('The answer of the repository is damaged.');
}

function tooLarge() {
  return cannotRead('The repository is larger than what a project can hold.');
}

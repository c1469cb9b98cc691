const INSERT_AT_MOST = 0x7f;
const COPY = 0x80;

/** A number as git packs it: seven bits in a byte, the lowest first. */
interface Packed {
  value: number;
  at: number;
}

/**
 * How long the result of a delta is, as it says itself; null for what is no delta of such a source.
 * @param sourceSize bytes of what it is to be applied to
 */
export function deltaSize(delta: Buffer, sourceSize: number): number | null {
  const source = numberAt(delta, 0);
  const result = source && numberAt(delta, source.at);
  return result && source.value === sourceSize ? result.value : null;
}

/**
 * Makes a file of another one by git's delta; null where the delta is broken.
 * The caller has looked at `deltaSize` before, so that no delta takes more memory than it may.
 */
export function applyDelta(source: Buffer, delta: Buffer): Buffer | null {
  const size = deltaSize(delta, source.length);
  if (size === null) return null;
  const result = Buffer.allocUnsafe(size);
  let at = numberAt(delta, numberAt(delta, 0)?.at ?? 0)?.at ?? 0;
  let filled = 0;
  while (at < delta.length) {
    const piece = pieceAt(delta, at, source);
    if (!piece || filled + piece.bytes.length > size) return null;
    filled += piece.bytes.copy(result, filled);
    at = piece.next;
  }
  return filled === size ? result : null;
}

function pieceAt(
  delta: Buffer,
  at: number,
  source: Buffer,
): { bytes: Buffer; next: number } | null {
  const command = delta[at] ?? 0;
  if (command & COPY) return copied(delta, at, source);
  const next = at + 1 + command;
  if (command === 0 || command > INSERT_AT_MOST || next > delta.length) return null;
  return { bytes: delta.subarray(at + 1, next), next };
}

/** The bits of a command say which bytes of the place (four) and of the length (three) follow. */
function copied(delta: Buffer, at: number, source: Buffer): { bytes: Buffer; next: number } | null {
  const command = delta[at] ?? 0;
  let next = at + 1;
  const parts = [0, 1, 2, 3, 4, 5, 6].map((bit) =>
    command & (1 << bit) ? (delta[next++] ?? -1) : 0,
  );
  if (parts.includes(-1)) return null;
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0, z = 0] = parts;
  const start = a + b * 0x100 + c * 0x1_0000 + d * 0x100_0000;
  const size = x + y * 0x100 + z * 0x1_0000 || 0x1_0000;
  return start + size > source.length
    ? null
    : { bytes: source.subarray(start, start + size), next };
}

function numberAt(delta: Buffer, start: number): Packed | null {
  let [value, factor] = [0, 1];
  // Six bytes hold more than any file has.
  for (let at = start; at < Math.min(delta.length, start + 6); at++, factor *= 128) {
    const byte = delta[at] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, at: at + 1 };
  }
  return null;
}

/** The alphabet that git writes bytes in, four as five signs. */
const SIGNS =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const VALUES = new Int8Array(256).fill(-1);
for (let value = 0; value < SIGNS.length; value++) VALUES[SIGNS.charCodeAt(value)] = value;

const NEWLINE = 10;
/** Bytes in one line. */
const LINE_BYTES = 52;
/** How many bytes are in a line is said by the letter before it. */
const LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes as git writes them into a patch: lines of at most 52 bytes, the last line broken off too. */
export function encodeBase85(bytes: Buffer): Buffer {
  const lines = Math.ceil(bytes.length / LINE_BYTES);
  const lastGroups = Math.ceil((bytes.length - (lines - 1) * LINE_BYTES) / 4);
  const size = lines === 0 ? 0 : (lines - 1) * (LINE_BYTES / 4) * 5 + lastGroups * 5 + 2 * lines;
  const text = Buffer.allocUnsafe(size);
  let at = 0;
  for (let start = 0; start < bytes.length; start += LINE_BYTES) {
    const end = Math.min(start + LINE_BYTES, bytes.length);
    text[at++] = LENGTHS.charCodeAt(end - start - 1);
    for (let from = start; from < end; from += 4) at = encodeGroup(bytes, { from, end, text, at });
    text[at++] = NEWLINE;
  }
  return text;
}

function encodeGroup(
  bytes: Buffer,
  { from, end, text, at }: { from: number; end: number; text: Buffer; at: number },
): number {
  let value = 0;
  for (let place = 0; place < 4; place++) {
    value = value * 256 + (from + place < end ? (bytes[from + place] ?? 0) : 0);
  }
  for (let place = 4; place >= 0; place--) {
    text[at + place] = SIGNS.charCodeAt(value % 85);
    value = Math.floor(value / 85);
  }
  return at + 5;
}

/** The bytes of one line with its line break; null where git would not have written it so. */
export function decodeBase85Line(line: Buffer): Buffer | null {
  const signs = line.length - 2;
  if (signs < 5 || signs % 5 !== 0 || line.at(-1) !== NEWLINE) return null;
  const length = LENGTHS.indexOf(String.fromCharCode(line[0] ?? 0)) + 1;
  const most = (signs / 5) * 4;
  if (length === 0 || length > most || length <= most - 4) return null;
  const bytes = Buffer.allocUnsafe(most);
  for (let at = 1, to = 0; to < most; at += 5, to += 4) {
    let value = 0;
    for (let place = 0; place < 5; place++) {
      const sign = VALUES[line[at + place] ?? 0] ?? -1;
      if (sign < 0) return null;
      value = value * 85 + sign;
    }
    if (value > 0xffffffff) return null;
    bytes.writeUInt32BE(value, to);
  }
  return bytes.subarray(0, length);
}

import { isUtf8 } from 'node:buffer';

/** How the bytes of a text are to be read. `binary` is no text, but may hold some. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1' | 'binary';

const HEAD = 8192;

/** What the bytes themselves say: their mark, where their zeros lie, and whether they are UTF-8. */
export function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf16be';
  if (!bytes.includes(0)) return isUtf8(bytes) ? 'utf8' : withoutControls(bytes);
  const zeros = [0, 0];
  const head = bytes.subarray(0, HEAD);
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.7 && even < half * 0.05) return 'utf16le';
  if (even > half * 0.7 && odd < half * 0.05) return 'utf16be';
  return 'binary';
}

/** Texts of old editors hold letters above ASCII, and hardly a control character. */
function withoutControls(bytes: Buffer): Encoding {
  const head = bytes.subarray(0, HEAD);
  const controls = head.filter(
    (byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27),
  ).length;
  return controls * 100 > head.length ? 'binary' : 'latin1';
}

/** The text of such bytes, its mark included, so that `encode` gives the very bytes again. */
export function decode(bytes: Buffer, encoding: Exclude<Encoding, 'binary'>): string {
  if (encoding !== 'utf16be') return bytes.toString(encoding);
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return Buffer.from(even).swap16().toString('utf16le');
}

export function encode(text: string, encoding: Exclude<Encoding, 'binary'>): Buffer {
  return encoding === 'utf16be'
    ? Buffer.from(text, 'utf16le').swap16()
    : Buffer.from(text, encoding);
}

/** What can be read in bytes that are no text; the rest becomes line breaks, place by place. */
export function printableIn(bytes: Buffer): string {
  const printable = Buffer.from(bytes);
  for (let at = 0; at < printable.length; at++) {
    if (!isPrintable(printable[at])) printable[at] = 10;
  }
  return printable.toString('latin1');
}

/** Texts of two bytes a letter within other bytes, as programs for Windows hold them. */
export function wideIn(bytes: Buffer): string {
  const wide = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at + 1 < bytes.length; at++) {
    if (isPrintable(bytes[at]) && bytes[at + 1] === 0) wide[length++] = bytes[at++] ?? 0;
    else if (length > 0 && wide[length - 1] !== 10) wide[length++] = 10;
  }
  return wide.toString('latin1', 0, length);
}

function isPrintable(byte = 0): boolean {
  return byte >= 32 && byte < 127;
}

import type { CodeKind } from '#domain/code.ts';
import { SHOWN_TEXT_BYTES } from '#domain/code.ts';
import { encodingOf } from '../../files/shield/encoding.ts';

/** How pictures that every browser shows begin. A drawing in SVG is a text. */
const PICTURES = [
  /^\x89PNG\r\n\x1a\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF....WEBP/s,
  /^....ftypavi[fs]/s,
];

/** What the bytes of a file are, whatever its name says. */
export function kindOf(bytes: Buffer): CodeKind {
  const head = bytes.toString('latin1', 0, 16);
  if (PICTURES.some((picture) => picture.test(head))) return 'image';
  if (encodingOf(bytes) === 'binary') return 'binary';
  return bytes.length > SHOWN_TEXT_BYTES ? 'large' : 'text';
}

/** Lines of a text: those that end, and the rest after the last end. */
export function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines;
}

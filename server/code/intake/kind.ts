import { type CodeKind, SHOWN_TEXT_BYTES } from '#domain/code.ts';
import { encodingOf } from '../../files/shield/encoding.ts';

/** Pictures that every browser shows, by how they begin in hex. A drawing in SVG is a text. */
const PICTURES: readonly [beginning: RegExp, type: string][] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638(?:37|39)61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^.{8}66747970617669(?:66|73)/, 'image/avif'],
];

/** The media type of a picture; null for anything else. */
export function pictureType(bytes: Buffer): string | null {
  const head = bytes.toString('hex', 0, 16);
  return PICTURES.find(([beginning]) => beginning.test(head))?.[1] ?? null;
}

/** What the bytes of a file are, whatever its name says. */
export function kindOf(bytes: Buffer): CodeKind {
  if (pictureType(bytes) !== null) return 'image';
  if (encodingOf(bytes) === 'binary') return 'binary';
  return bytes.length > SHOWN_TEXT_BYTES ? 'large' : 'text';
}

/** Lines of a text: those that end, and the rest after the last end. */
export function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines;
}

import { deflateSync } from 'node:zlib';
import { blobId } from './apply-bytes.ts';
import { encodeBase85 } from './base85.ts';
import { hasMoreLines, type Patience } from './line-edits.ts';
import { compareLines, placeOf, signedLines } from './line-hunks.ts';
import { quoted } from './patch-path.ts';

const NO_NEWLINE = Buffer.from('\n\\ No newline at end of file\n');
const NOTHING = '0'.repeat(40);
/** Larger bytes are packed faster and less well. */
const LARGE_BYTES = 4 * 1024 * 1024;
/** A text with more is written like any other bytes. */
const MAX_LINES = 200_000;

/** One side of a changed file. */
export interface Side {
  path: string;
  bytes: Uint8Array;
  executable: boolean;
}

/** A file before and after; null where it is not there. */
export interface ChangedPair {
  before: Side | null;
  after: Side | null;
}

/** The part of a patch that is about one file, as `git diff --binary` writes it. */
export function filePatch({ before, after }: ChangedPair, patience: Patience): Buffer {
  const [old, now] = [bufferOf(before), bufferOf(after)];
  const header = headerOf({ before, after });
  if (old && now && old.equals(now)) return header;
  const index = `index ${old ? blobId(old) : NOTHING}..${now ? blobId(now) : NOTHING}`;
  const isSameMode = before?.executable === after?.executable;
  const ids = isSameMode && after ? `${index} ${modeOf(after)}\n` : `${index}\n`;
  if (isBinary(old) || isBinary(now))
    return Buffer.concat([header, Buffer.from(ids), bytesOf(old, now)]);
  const names = `--- ${nameOf('a', before)}\n+++ ${nameOf('b', after)}\n`;
  const lines = linesOf(old ?? Buffer.alloc(0), now ?? Buffer.alloc(0), patience);
  const isEmpty = lines.length === 0;
  return Buffer.concat([header, Buffer.from(isEmpty ? ids : ids + names), ...lines]);
}

/** A file that was moved, and is otherwise as it was. */
export function movePatch(from: Omit<Side, 'bytes'>, to: Omit<Side, 'bytes'>): Buffer {
  return Buffer.concat([
    Buffer.from(`diff --git ${quoted(`a/${from.path}`)} ${quoted(`b/${to.path}`)}\n`),
    Buffer.from(modeChange(from, to)),
    Buffer.from(
      `similarity index 100%\nrename from ${quoted(from.path)}\nrename to ${quoted(to.path)}\n`,
    ),
  ]);
}

function headerOf({ before, after }: ChangedPair): Buffer {
  const path = (after ?? before)?.path ?? '';
  const first = `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}\n`;
  if (!before && after) return Buffer.from(`${first}new file mode ${modeOf(after)}\n`);
  if (before && !after) return Buffer.from(`${first}deleted file mode ${modeOf(before)}\n`);
  return Buffer.from(before && after ? first + modeChange(before, after) : first);
}

function modeChange(before: Omit<Side, 'bytes'>, after: Omit<Side, 'bytes'>): string {
  if (before.executable === after.executable) return '';
  return `old mode ${modeOf(before)}\nnew mode ${modeOf(after)}\n`;
}

function modeOf({ executable }: Omit<Side, 'bytes'>): string {
  return executable ? '100755' : '100644';
}

/** After a name with a space, a tab says where it ends. */
function nameOf(side: 'a' | 'b', file: Side | null): string {
  if (!file) return '/dev/null';
  const name = quoted(`${side}/${file.path}`);
  return name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name;
}

/**
 * Git takes for text what has no NUL at its beginning; here it must have none at all, and not so many
 * lines that comparing them takes too much memory.
 */
function isBinary(bytes: Buffer | null): boolean {
  return bytes !== null && (bytes.includes(0) || hasMoreLines(bytes, MAX_LINES));
}

/** A worker gets bytes that are no Buffer any more. */
export function bufferOf(side: Side | null): Buffer | null {
  if (!side) return null;
  const { buffer, byteOffset, length } = side.bytes;
  return Buffer.from(buffer, byteOffset, length);
}

function linesOf(before: Buffer, after: Buffer, patience: Patience): Buffer[] {
  const comparison = compareLines(before, after, patience);
  return comparison.hunks.flatMap((hunk) => {
    const { old_start, old_lines, new_start, new_lines } = placeOf(hunk);
    const head = `@@ -${range(old_start, old_lines)} +${range(new_start, new_lines)} @@\n`;
    const parts: Buffer[] = [Buffer.from(head)];
    for (const [sign, line] of signedLines(comparison, hunk)) {
      parts.push(Buffer.from(sign), line);
      if (line.at(-1) !== 10) parts.push(NO_NEWLINE);
    }
    return parts;
  });
}

function range(start: number, lines: number): string {
  return lines === 1 ? `${start}` : `${start},${lines}`;
}

/** Whole, forth and back, so that the patch can be taken back too. */
function bytesOf(before: Buffer | null, after: Buffer | null): Buffer {
  const [forth, back] = [literal(after), literal(before)];
  return Buffer.concat([Buffer.from('GIT binary patch\n'), ...forth, ...back]);
}

function literal(bytes: Buffer | null): Buffer[] {
  const content = bytes ?? Buffer.alloc(0);
  const packed = deflateSync(content, { level: content.length > LARGE_BYTES ? 1 : 6 });
  return [Buffer.from(`literal ${content.length}\n`), encodeBase85(packed), Buffer.from('\n')];
}

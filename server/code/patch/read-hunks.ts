import type { ByteLines } from './byte-lines.ts';
import { type FilePatch, type PatchHunk, unreadable } from './file-patch.ts';

const NEWLINE = 10;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const BACKSLASH = 92;

/** Of one hunk's beginning; what git writes after it can be long. */
const HEADER_BYTES = 100;
const HEADER = /^@@ -(\d{1,10})(?:,(\d{1,10}))? \+(\d{1,10})(?:,(\d{1,10}))? @@/;

/** How the lines of a hunk were counted so far. */
interface Count {
  old: number;
  now: number;
  changed: number;
  leading: number;
  trailing: number;
}

/** Whether the next line is the beginning of a hunk, be it readable or not. */
export function isHunk(lines: ByteLines): boolean {
  return lines.begins('@@ -');
}

/**
 * The next hunk of a file.
 * @throws Refusal `not_a_patch` where it is not as long as it says, or does not belong to such a file
 */
export function readHunk(lines: ByteLines, patch: FilePatch): PatchHunk {
  const { number } = lines;
  const header = HEADER.exec(lines.next().toString('latin1', 0, HEADER_BYTES));
  if (!header) throw unreadable(number, 'does not say which lines it changes');
  const [, oldStart, oldLines = 1, newStart, newLines = 1] = header;
  const said = { old: Number(oldLines), now: Number(newLines) };
  const { at, number: line } = lines;
  const { changed, leading, trailing } = countLines(lines, said);
  if (changed === 0) throw unreadable(line, 'begins a change in which nothing is changed');
  if (isEndNote(lines)) lines.skip();
  if (patch.oldPath === null && said.old > 0) {
    throw unreadable(line, 'is about what was in a file before that it makes anew');
  }
  if (patch.newPath === null && said.now > 0) {
    throw unreadable(line, 'leaves lines in a file that it deletes');
  }
  return {
    oldStart: Number(oldStart),
    oldLines: said.old,
    newStart: Number(newStart),
    newLines: said.now,
    leading,
    trailing,
    line,
    body: lines.since(at),
  };
}

function countLines(lines: ByteLines, said: { old: number; now: number }): Count {
  const count: Count = { old: 0, now: 0, changed: 0, leading: 0, trailing: 0 };
  while (count.old < said.old || count.now < said.now) {
    const { at, number } = lines;
    const first = lines.bytes[at];
    lines.skip();
    if (lines.bytes[lines.at - 1] !== NEWLINE) {
      throw unreadable(number, 'is the last one, and not whole: the patch was cut off');
    }
    if (first === BACKSLASH) continue;
    countLine(count, first, number);
    if (count.old > said.old || count.now > said.now) {
      throw unreadable(number, 'is one more than the lines that its change says it has');
    }
  }
  return count;
}

function countLine(count: Count, first: number | undefined, number: number): void {
  if (first !== PLUS && first !== MINUS && first !== SPACE && first !== NEWLINE) {
    throw unreadable(number, 'comes before its change has all the lines that it says it has');
  }
  if (first !== PLUS) count.old++;
  if (first !== MINUS) count.now++;
  if (first === PLUS || first === MINUS) {
    count.changed++;
    count.trailing = 0;
    return;
  }
  count.trailing++;
  if (count.changed === 0) count.leading++;
}

/** "\ No newline at end of file", in whatever language. */
function isEndNote(lines: ByteLines): boolean {
  return lines.begins('\\ ');
}

/** What a hunk expects, and what it puts in its place. */
export interface Replacement {
  before: Buffer;
  after: Buffer;
  oldLines: number;
  newLines: number;
}

/** Both sides of a hunk as the bytes of a file. */
export function sidesOf({ body, oldLines, newLines }: PatchHunk): Replacement {
  const [before, after]: [Buffer[], Buffer[]] = [[], []];
  for (let at = 0; at < body.length; ) {
    const first = body[at];
    const end = body.indexOf(NEWLINE, at) + 1;
    // A line that is followed by the note has no line break.
    const line = body.subarray(
      first === NEWLINE ? at : at + 1,
      end - (body[end] === BACKSLASH ? 1 : 0),
    );
    if (first !== PLUS && first !== BACKSLASH) before.push(line);
    if (first !== MINUS && first !== BACKSLASH) after.push(line);
    at = end;
  }
  return { before: Buffer.concat(before), after: Buffer.concat(after), oldLines, newLines };
}

import { type Hunk, SHOWN_TEXT_BYTES } from '#domain/code.ts';
import { decode, encodingOf } from '../../files/shield/encoding.ts';
import type { Patience } from '../patch/line-edits.ts';
import {
  type Comparison,
  compareLines,
  type LineHunk,
  placeOf,
  signedLines,
} from '../patch/line-hunks.ts';
import { bufferOf, type ChangedPair, filePatch } from '../patch/write-file.ts';

// Runs in a worker: what is compared was written by others, and may be made to take for ever.

/** Of all files that come at once. */
const BATCH_MS = 6000;
/** Of one file: on a screen a short wait counts for more than the shortest change. */
const SHOWN: Patience = { milliseconds: 500, edits: 3000 };
const WRITTEN: Patience = { milliseconds: 1000, edits: 3000 };
/** A longer line is cut. */
const SHOWN_LINE = 2000;

/** How a file has changed, for people. */
export interface ComparedFile {
  added: number;
  removed: number;
  is_binary: boolean;
  /** Null where they are not wanted, or longer than the room that was left. */
  hunks: Hunk[] | null;
  /** Signs in the hunks. */
  signs: number;
  /** Whether all of the file was compared. */
  isWhole: boolean;
}

/** The parts of a patch about some files, in their order. */
export function writeFiles(pairs: ChangedPair[]): Uint8Array[] {
  const patience = sharedPatience(WRITTEN);
  return pairs.map((pair) => filePatch(pair, patience()));
}

/** @param input.room how many signs the hunks may have, of all files together */
export function compareFiles({
  pairs,
  room,
}: {
  pairs: ChangedPair[];
  room: number;
}): ComparedFile[] {
  const patience = sharedPatience(SHOWN);
  let left = room;
  return pairs.map((pair) => {
    const compared = compareFile(pair, { patience: patience(), room: left });
    left -= compared.signs;
    return compared;
  });
}

/** Each file has its own patience, and no more than is left of that for all. */
function sharedPatience({ milliseconds, edits }: Patience): () => Patience {
  const end = performance.now() + BATCH_MS;
  return () => ({
    milliseconds: Math.max(1, Math.min(milliseconds, end - performance.now())),
    edits,
  });
}

function compareFile(
  { before, after }: ChangedPair,
  { patience, room }: { patience: Patience; room: number },
): ComparedFile {
  const [old, now] = [readable(bufferOf(before)), readable(bufferOf(after))];
  if (!old || !now) {
    return { added: 0, removed: 0, is_binary: true, hunks: [], signs: 0, isWhole: true };
  }
  const comparison = compareLines(old.text, now.text, patience);
  const hunks = room > 0 ? shownHunks(comparison, room) : null;
  return {
    added: comparison.added,
    removed: comparison.removed,
    is_binary: false,
    hunks: hunks && hunks.signs <= room ? hunks.hunks : null,
    signs: hunks && hunks.signs <= room ? hunks.signs : 0,
    isWhole: old.isWhole && now.isWhole,
  };
}

/** The first megabyte of a text in UTF-8; null for what is none. */
function readable(bytes: Buffer | null): { text: Buffer; isWhole: boolean } | null {
  if (!bytes) return { text: Buffer.alloc(0), isWhole: true };
  const encoding = encodingOf(bytes);
  if (encoding === 'binary') return null;
  const isWhole = bytes.length <= SHOWN_TEXT_BYTES;
  const beginning = bytes.subarray(0, SHOWN_TEXT_BYTES);
  const text = encoding === 'utf8' ? beginning : Buffer.from(decode(beginning, encoding));
  return { text, isWhole };
}

/** No more than a little past the room: what is too long is not shown in part. */
function shownHunks(comparison: Comparison, room: number): { hunks: Hunk[]; signs: number } {
  const hunks: Hunk[] = [];
  let signs = 0;
  for (const hunk of comparison.hunks) {
    const shown = shownHunk(comparison, hunk, room - signs);
    hunks.push(shown.hunk);
    signs += shown.signs;
    if (signs > room) break;
  }
  return { hunks, signs };
}

function shownHunk(
  comparison: Comparison,
  hunk: LineHunk,
  room: number,
): { hunk: Hunk; signs: number } {
  const lines: string[] = [];
  let signs = 0;
  for (const [sign, line] of signedLines(comparison, hunk)) {
    const text = shownLine(line);
    lines.push(sign + text);
    if (line.at(-1) !== 10) lines.push('\\ No newline at end of file');
    signs += text.length + 1;
    if (signs > room) break;
  }
  return { hunk: { ...placeOf(hunk), lines }, signs };
}

/** Without its end: a screen shows none, and a NUL cannot be stored. */
function shownLine(line: Buffer): string {
  const text = line.toString('utf8', 0, 4 * SHOWN_LINE).replace(/\r?\n$/, '');
  return text.length > SHOWN_LINE ? `${text.slice(0, SHOWN_LINE)}…` : text;
}

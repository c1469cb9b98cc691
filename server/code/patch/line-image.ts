import { Refusal } from '#domain/refusals.ts';
import type { Budget } from './budget.ts';
import type { PatchHunk } from './file-patch.ts';
import { type Replacement, sidesOf } from './read-hunks.ts';

const NEWLINE = 10;
/** Four bytes are remembered for each. */
const MAX_LINES = 5_000_000;

/** Lines of the file that a hunk has replaced. */
interface Piece {
  /** Lines of the file as it was. */
  from: number;
  to: number;
  /** Where it begins in the file as it is now. */
  at: number;
  lines: number;
  bytes: Buffer;
}

/** Lines between two pieces, as the file was and as it is. */
interface Gap {
  index: number;
  from: number;
  to: number;
  at: number;
}

/**
 * A file to which hunks are applied as `git apply` does: at their place or the nearest one where all
 * their lines stand, never over lines that an earlier hunk put there. No line is passed over.
 */
export class LineImage {
  readonly bytes: Buffer;
  /** Where each line begins, and at last where the file ends. */
  private readonly starts: Uint32Array;
  private readonly budget: Budget;
  /** In the order of their places. */
  private readonly pieces: Piece[] = [];

  constructor(bytes: Buffer, budget: Budget) {
    this.bytes = bytes;
    this.budget = budget;
    this.starts = lineStarts(bytes);
  }

  /** Applies one hunk; false, and nothing changed, where it does not fit. */
  apply(hunk: PatchHunk): boolean {
    const sides = sidesOf(hunk);
    const gap = this.placeFor(hunk, sides);
    if (!gap) return false;
    this.put(gap, sides);
    return true;
  }

  /** The file as it is now. */
  result(): Buffer {
    const parts: Buffer[] = [];
    let line = 0;
    for (const { from, to, bytes } of this.pieces) {
      parts.push(this.slice(line, from), bytes);
      line = to;
    }
    parts.push(this.slice(line, this.lineCount));
    return Buffer.concat(parts);
  }

  /** The lines of the file as it was. */
  get lineCount(): number {
    return this.starts.length - 1;
  }

  /** Lines of the file as it was, counted from 0, the last one not included. */
  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(this.starts[from], this.starts[Math.min(to, this.lineCount)]);
  }

  /** How many more lines the file has now before a line that it had. */
  shiftBefore(line: number): number {
    return this.pieces
      .filter(({ to }) => to <= line)
      .reduce((shift, { from, to, lines }) => shift + lines - (to - from), 0);
  }

  private get linesNow(): number {
    const last = this.pieces.at(-1);
    return last ? last.at + last.lines + this.lineCount - last.to : this.lineCount;
  }

  /** Where a hunk fits: with its lines in one gap. */
  private placeFor(hunk: PatchHunk, sides: Replacement): Gap | null {
    const total = this.linesNow;
    const isFirst = hunk.oldStart <= 1;
    const isLast = hunk.trailing === 0;
    const wanted = isFirst ? 0 : isLast ? total - sides.oldLines : hunk.newStart - 1;
    const start = Math.min(Math.max(wanted, 0), total);
    if (isLast && start + sides.oldLines !== total) return null;
    // Nothing tells where lines belong that stand alone, but their number.
    if (sides.oldLines === 0 && hunk.oldStart !== this.lineCount) return null;
    if (isFirst || isLast) return this.fits(start, sides);
    return this.nearest(start, total, sides);
  }

  /** Further on and further back in turn, as git looks. */
  private nearest(start: number, total: number, sides: Replacement): Gap | null {
    for (let distance = 0; distance <= total; distance++) {
      const found = this.fits(start + distance, sides) ?? this.fits(start - distance, sides);
      if (found) return found;
    }
    return null;
  }

  private fits(at: number, { before, oldLines }: Replacement): Gap | null {
    if (at < 0) return null;
    this.budget.takeSteps(1);
    const gap = this.gapAt(at);
    if (!gap) return null;
    const from = gap.from + at - gap.at;
    const to = from + oldLines;
    if (to > gap.to) return null;
    const [start = 0, end = 0] = [this.starts[from], this.starts[to]];
    if (end - start !== before.length) return null;
    this.budget.takeSteps(before.length / 100);
    if (this.bytes.compare(before, 0, before.length, start, end) !== 0) return null;
    return { ...gap, from, at };
  }

  /** The gap that a line of the file as it is now stands in, or that begins or ends there. */
  private gapAt(at: number): Gap | null {
    const index = this.piecesUpTo(at);
    const [before, after] = [this.pieces[index - 1], this.pieces[index]];
    const start = before ? before.at + before.lines : 0;
    if (at < start) return null;
    return { index, from: before?.to ?? 0, to: after?.from ?? this.lineCount, at: start };
  }

  /** How many pieces begin at or before a line of the file as it is now. */
  private piecesUpTo(at: number): number {
    let [low, high] = [0, this.pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.pieces[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private put({ index, from, at }: Gap, { after, oldLines, newLines }: Replacement): void {
    const later = this.pieces.slice(index);
    this.budget.takeSteps(later.length);
    for (const piece of later) piece.at += newLines - oldLines;
    const piece = { from, to: from + oldLines, at, lines: newLines, bytes: after };
    this.pieces.splice(index, 0, piece);
  }
}

function lineStarts(bytes: Buffer): Uint32Array {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  if (count > MAX_LINES) {
    throw new Refusal('too_much_to_read', 'This patch is about a file with too many lines.');
  }
  const isBroken = bytes.length > 0 && bytes.at(-1) !== NEWLINE;
  const starts = new Uint32Array(count + (isBroken ? 2 : 1));
  let line = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
    starts[++line] = at + 1;
  }
  if (isBroken) starts[line + 1] = bytes.length;
  return starts;
}

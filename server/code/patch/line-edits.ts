import { diffArrays } from 'diff';

const NEWLINE = 10;

/** Lines that were put in place of others; counted from 0, the last ones not included. */
export interface Edit {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

/** How much is given to finding what two texts have in common. */
export interface Patience {
  /** Of one comparison. */
  milliseconds: number;
  /** Lines that are different, added and removed. */
  edits: number;
}

/** The lines of a file with their ends; the last one may have none. */
export function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, at) + 1 || bytes.length;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}

/** Whether a text has more lines than so many, without splitting it. */
export function hasMoreLines(bytes: Buffer, most: number): boolean {
  let [lines, at] = [0, -1];
  do {
    if (++lines > most + 1) return true;
    at = bytes.indexOf(NEWLINE, at + 1);
  } while (at >= 0);
  return false;
}

/**
 * What makes one text out of another, in order. Where the two have too little in common to find out
 * within the patience, all between their common beginning and end is one edit: true, but not short.
 */
export function lineEdits(
  before: readonly Buffer[],
  after: readonly Buffer[],
  { milliseconds, edits }: Patience,
): Edit[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const [oldTo, newTo] = [before.length - end, after.length - end];
  const whole = { oldFrom: start, oldTo, newFrom: start, newTo };
  if (start === oldTo && start === newTo) return [];
  if (start === oldTo || start === newTo) return [whole];
  const numbers = new Map<string, number>();
  const found = diffArrays(
    numbered(before.slice(start, oldTo), numbers),
    numbered(after.slice(start, newTo), numbers),
    { timeout: milliseconds, maxEditLength: edits },
  );
  return found ? editsOf(found, start) : [whole];
}

function editsOf(
  changes: readonly { count: number; added: boolean; removed: boolean }[],
  start: number,
): Edit[] {
  const edits: Edit[] = [];
  let [old, now] = [start, start];
  let open: Edit | null = null;
  for (const { count, added, removed } of changes) {
    if (added || removed) {
      open ??= { oldFrom: old, oldTo: old, newFrom: now, newTo: now };
      if (added) open.newTo += count;
      else open.oldTo += count;
    } else if (open) {
      edits.push(open);
      open = null;
    }
    if (!added) old += count;
    if (!removed) now += count;
  }
  return open ? [...edits, open] : edits;
}

/** Equal lines by equal numbers. */
function numbered(lines: readonly Buffer[], numbers: Map<string, number>): number[] {
  return lines.map((line) => {
    const text = line.toString('latin1');
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
}

function commonStart(before: readonly Buffer[], after: readonly Buffer[]): number {
  const most = Math.min(before.length, after.length);
  for (let line = 0; line < most; line++) {
    if (!isSame(before[line], after[line])) return line;
  }
  return most;
}

function commonEnd(before: readonly Buffer[], after: readonly Buffer[], start: number): number {
  const most = Math.min(before.length, after.length) - start;
  for (let line = 1; line <= most; line++) {
    if (!isSame(before.at(-line), after.at(-line))) return line - 1;
  }
  return most;
}

function isSame(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one !== undefined && other !== undefined && one.equals(other);
}

import { diffArrays } from 'diff';
import { anchorsOf } from './line-anchors.ts';

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
 * What makes one text out of another, in order. Where two parts have too little in common to find out
 * within the patience, all between their common beginning and end is one edit: true, but not short.
 */
export function lineEdits(
  before: readonly Buffer[],
  after: readonly Buffer[],
  { milliseconds, edits }: Patience,
): Edit[] {
  const numbers = new Map<string, number>();
  const [old, now] = [numbered(before, numbers), numbered(after, numbers)];
  const end = performance.now() + milliseconds;
  const all = { oldFrom: 0, oldTo: old.length, newFrom: 0, newTo: now.length };
  const compare = (part: Edit, patience: Patience) => compareWithin(old, now, part, patience);
  const found = compare(all, { milliseconds: milliseconds / 2, edits });
  if (found) return found;
  // Lines that stand once in each cut what takes too long into parts that do not.
  return partsBetween(anchorsOf(old, now), all).flatMap((part) => {
    const left = Math.max(1, end - performance.now());
    return compare(part, { milliseconds: left, edits }) ?? trimmed(old, now, part);
  });
}

/** What is different in parts of two texts; null where it takes too long. */
function compareWithin(
  old: readonly number[],
  now: readonly number[],
  part: Edit,
  { milliseconds, edits }: Patience,
): Edit[] | null {
  const [rest] = trimmed(old, now, part);
  if (!rest) return [];
  const { oldFrom, oldTo, newFrom, newTo } = rest;
  if (oldFrom === oldTo || newFrom === newTo) return [rest];
  const found = diffArrays(old.slice(oldFrom, oldTo), now.slice(newFrom, newTo), {
    timeout: milliseconds,
    maxEditLength: edits,
  });
  return found ? editsOf(found, rest) : null;
}

function editsOf(
  changes: readonly { count: number; added: boolean; removed: boolean }[],
  { oldFrom, newFrom }: Edit,
): Edit[] {
  const edits: Edit[] = [];
  let [old, now] = [oldFrom, newFrom];
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

/** Without what the two parts begin and end with alike; nothing where they are the same. */
function trimmed(old: readonly number[], now: readonly number[], part: Edit): Edit[] {
  let { oldFrom, oldTo, newFrom, newTo } = part;
  while (oldFrom < oldTo && newFrom < newTo && old[oldFrom] === now[newFrom]) {
    oldFrom++;
    newFrom++;
  }
  while (oldFrom < oldTo && newFrom < newTo && old[oldTo - 1] === now[newTo - 1]) {
    oldTo--;
    newTo--;
  }
  return oldFrom === oldTo && newFrom === newTo ? [] : [{ oldFrom, oldTo, newFrom, newTo }];
}

function partsBetween(anchors: readonly [old: number, now: number][], all: Edit): Edit[] {
  const parts: Edit[] = [];
  let [oldFrom, newFrom] = [all.oldFrom, all.newFrom];
  for (const [oldTo, newTo] of [...anchors, [all.oldTo, all.newTo] as const]) {
    if (oldFrom < oldTo || newFrom < newTo) parts.push({ oldFrom, oldTo, newFrom, newTo });
    [oldFrom, newFrom] = [oldTo + 1, newTo + 1];
  }
  return parts;
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

import { type Edit, lineEdits, type Patience, splitLines } from './line-edits.ts';

/** Unchanged lines round a change. */
const CONTEXT = 3;

/** Edits that stand near each other, with the lines round them; counted from 0. */
export interface LineHunk extends Edit {
  edits: Edit[];
}

/** Two texts line by line, and what is different. */
export interface Comparison {
  before: Buffer[];
  after: Buffer[];
  hunks: LineHunk[];
  added: number;
  removed: number;
}

/** Compares two texts, on their bytes. */
export function compareLines(before: Buffer, after: Buffer, patience: Patience): Comparison {
  const [old, now] = [splitLines(before), splitLines(after)];
  const edits = lineEdits(old, now, patience);
  return {
    before: old,
    after: now,
    hunks: hunksOf(edits, old.length),
    added: edits.reduce((sum, { newFrom, newTo }) => sum + newTo - newFrom, 0),
    removed: edits.reduce((sum, { oldFrom, oldTo }) => sum + oldTo - oldFrom, 0),
  };
}

function hunksOf(edits: readonly Edit[], oldLines: number): LineHunk[] {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && edit.oldFrom - last.oldTo <= 2 * CONTEXT) group.push(edit);
    else groups.push([edit]);
  }
  return groups.flatMap((group) => withContext(group, oldLines));
}

function withContext(edits: Edit[], oldLines: number): LineHunk[] {
  const [first, last] = [edits[0], edits.at(-1)];
  if (!first || !last) return [];
  const above = Math.min(CONTEXT, first.oldFrom);
  const below = Math.min(CONTEXT, oldLines - last.oldTo);
  return [
    {
      oldFrom: first.oldFrom - above,
      oldTo: last.oldTo + below,
      newFrom: first.newFrom - above,
      newTo: last.newTo + below,
      edits,
    },
  ];
}

/** The lines of a hunk in the order of a patch, each with the sign that it has there. */
export function* signedLines(
  { before, after }: Pick<Comparison, 'before' | 'after'>,
  { oldFrom, oldTo, edits }: LineHunk,
): Generator<[sign: ' ' | '-' | '+', line: Buffer]> {
  let at = oldFrom;
  for (const edit of edits) {
    for (const line of before.slice(at, edit.oldFrom)) yield [' ', line];
    for (const line of before.slice(edit.oldFrom, edit.oldTo)) yield ['-', line];
    for (const line of after.slice(edit.newFrom, edit.newTo)) yield ['+', line];
    at = edit.oldTo;
  }
  for (const line of before.slice(at, oldTo)) yield [' ', line];
}

/** Where a hunk begins, as a patch counts: from 1, and the line above where there is none of its own. */
export function placeOf({ oldFrom, oldTo, newFrom, newTo }: Edit) {
  const [old_lines, new_lines] = [oldTo - oldFrom, newTo - newFrom];
  return {
    old_start: old_lines === 0 ? oldFrom : oldFrom + 1,
    old_lines,
    new_start: new_lines === 0 ? newFrom : newFrom + 1,
    new_lines,
  };
}

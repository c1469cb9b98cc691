import { structuredPatch } from 'diff';

/** One line as it is shown; a number where it stands on that side. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'gap';
  text: string;
  before: number | null;
  after: number | null;
}

export interface TextDiff {
  lines: DiffLine[];
  added: number;
  removed: number;
  /** How many lines are not shown. */
  hidden: number;
}

/** Unchanged lines round a change. */
const CONTEXT = 3;
/** Longer comparisons are not read, and would slow the page down. */
const MAX_LINES = 1500;
/** Two texts that have nothing in common take for ever to be compared. */
const PATIENCE_MS = 700;

/** The lines that differ between two texts, with a few round them; null where that takes too long. */
export function textDiff(before: string, after: string): TextDiff | null {
  const options = { context: CONTEXT, timeout: PATIENCE_MS };
  const patch = structuredPatch('', '', unified(before), unified(after), '', '', options);
  if (!patch) return null;
  const lines = patch.hunks.flatMap(({ oldStart, newStart, lines }, place) => [
    ...(place > 0 || oldStart > 1 || newStart > 1 ? [GAP] : []),
    ...numbered(lines, oldStart, newStart),
  ]);
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length;
  return {
    lines: lines.slice(0, MAX_LINES),
    added: count('added'),
    removed: count('removed'),
    hidden: Math.max(0, lines.length - MAX_LINES),
  };
}

const GAP: DiffLine = { kind: 'gap', text: '', before: null, after: null };

/** Different line endings are not shown as a change. */
function unified(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function numbered(lines: readonly string[], oldStart: number, newStart: number): DiffLine[] {
  let [before, after] = [oldStart, newStart];
  // A line that begins with a backslash is a note of the format, not of the text.
  return lines
    .filter((line) => !line.startsWith('\\'))
    .map((line): DiffLine => {
      const text = line.slice(1);
      if (line.startsWith('+')) return { kind: 'added', text, before: null, after: after++ };
      if (line.startsWith('-')) return { kind: 'removed', text, before: before++, after: null };
      return { kind: 'same', text, before: before++, after: after++ };
    });
}

const PLACEHOLDER = /\{\{SECRET:\w{1,60}:(\d{1,6})\}\}/g;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Lines of a file before a patch and after it. */
interface Lines {
  before: number;
  after: number;
}

/**
 * A patch with keys in the place of placeholders. A key of several lines makes as many of the line that
 * its placeholder stands in, and the hunks count them.
 * @param keys by the numbers of their placeholders
 */
export function withKeys(patch: string, keys: ReadonlyMap<number, string>): string {
  const lines = patch.split('\n');
  const out: string[] = [];
  // By how many lines what follows in this file has moved.
  let moved: Lines = { before: 0, after: 0 };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at++] ?? '';
    const head = HUNK.exec(line);
    if (!head) {
      if (line.startsWith('--- ')) moved = { before: 0, after: 0 };
      out.push(line);
      continue;
    }
    const [whole, beforeAt, before = '1', afterAt, after = '1'] = head;
    const counts = { before: Number(before), after: Number(after) };
    const { body, more, end } = filledHunk(lines, at, counts, keys);
    at = end;
    const old = `-${Number(beforeAt) + moved.before},${counts.before + more.before}`;
    const next = `+${Number(afterAt) + moved.after},${counts.after + more.after}`;
    out.push(`@@ ${old} ${next} @@${line.slice(whole.length)}`, ...body);
    moved = { before: moved.before + more.before, after: moved.after + more.after };
  }
  return out.join('\n');
}

/** The lines of a hunk that begins at a line of the patch; how many more they are; and where it ends. */
function filledHunk(
  lines: readonly string[],
  at: number,
  { before, after }: Lines,
  keys: ReadonlyMap<number, string>,
): { body: string[]; more: Lines; end: number } {
  const left = { before, after };
  const more = { before: 0, after: 0 };
  const body: string[] = [];
  let end = at;
  while ((left.before > 0 || left.after > 0) && end < lines.length) {
    const [first, others] = filled(lines[end++] ?? '', keys);
    const sign = first.slice(0, 1);
    body.push(first, ...others.map((each) => sign + each));
    for (const side of sidesOf(sign)) {
      left[side]--;
      more[side] += others.length;
    }
  }
  return { body, more, end };
}

function filled(line: string, keys: ReadonlyMap<number, string>): [string, string[]] {
  const [first = '', ...others] = line
    .replace(PLACEHOLDER, (placeholder, number) => keys.get(Number(number)) ?? placeholder)
    .split('\n');
  return [first, others];
}

function sidesOf(sign: string): (keyof Lines)[] {
  if (sign === '-') return ['before'];
  if (sign === '+') return ['after'];
  // What says that a file has no newline at its end is no line of it.
  return sign === '\\' ? [] : ['before', 'after'];
}

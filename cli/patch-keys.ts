const PLACEHOLDER = /\{\{SECRET:\w{1,60}:(\d{1,12})\}\}/g;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Lines of a file before a patch and after it. */
interface Lines {
  before: number;
  after: number;
}

/**
 * A patch with keys in the place of placeholders. A key of several lines makes as many of the line that
 * its placeholder stands in.
 * @param keys by the numbers of their placeholders
 */
export function withKeys(patch: string, keys: ReadonlyMap<number, string>): string {
  return withHunks(patch, (body) => body.flatMap((line) => filled(line, keys)));
}

/** A patch with other lines in its hunks, which count them. What is no patch stays as it is. */
export function withHunks(patch: string, change: (body: string[]) => string[]): string {
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
    const body = bodyAt(lines, at, counts);
    at += body.length;
    const changed = change(body);
    const more = difference(countsOf(changed), countsOf(body));
    if ([more, moved].every((count) => count.before === 0 && count.after === 0)) {
      out.push(line, ...changed);
      continue;
    }
    const old = `-${Number(beforeAt) + moved.before},${counts.before + more.before}`;
    const next = `+${Number(afterAt) + moved.after},${counts.after + more.after}`;
    out.push(`@@ ${old} ${next} @@${line.slice(whole.length)}`, ...changed);
    moved = { before: moved.before + more.before, after: moved.after + more.after };
  }
  return out.join('\n');
}

/** The lines of a hunk that begins at a line of the patch and has so many. */
function bodyAt(lines: readonly string[], at: number, { before, after }: Lines): string[] {
  const left = { before, after };
  let end = at;
  while ((left.before > 0 || left.after > 0) && end < lines.length)
    for (const side of sidesOf(lines[end++] ?? '')) left[side]--;
  return lines.slice(at, end);
}

function countsOf(body: readonly string[]): Lines {
  const counts = { before: 0, after: 0 };
  for (const line of body) for (const side of sidesOf(line)) counts[side]++;
  return counts;
}

function difference(one: Lines, other: Lines): Lines {
  return { before: one.before - other.before, after: one.after - other.after };
}

function filled(line: string, keys: ReadonlyMap<number, string>): string[] {
  const [first = '', ...others] = line
    .replace(PLACEHOLDER, (placeholder, number) => keys.get(Number(number)) ?? placeholder)
    .split('\n');
  return [first, ...others.map((each) => first.slice(0, 1) + each)];
}

function sidesOf(line: string): (keyof Lines)[] {
  if (line.startsWith('-')) return ['before'];
  if (line.startsWith('+')) return ['after'];
  // What says that a file has no newline at its end is no line of it.
  return line.startsWith('\\') ? [] : ['before', 'after'];
}

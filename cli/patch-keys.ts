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

/** The placeholders in a patch, each once. */
export function placeholdersIn(patch: string): string[] {
  return [...new Set(patch.match(PLACEHOLDER))];
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

/**
 * A hunk with another text before it and after it. What is no longer the same on both sides is taken out
 * and put in: a text of several lines may be one with lines of either side and of both.
 */
export function withTexts(body: string[], change: (text: string) => string): string[] {
  const [was, is] = [textOf(body, 'before'), textOf(body, 'after')];
  const [before, after] = [changed(was, change), changed(is, change)];
  if (before === was && after === is) return body;
  const [old, next] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, next.length);
  let head = 0;
  while (head < most && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return [
    ...signed(' ', old.slice(0, head)),
    ...signed('-', old.slice(head, old.length - tail)),
    ...signed('+', next.slice(head, next.length - tail)),
    ...signed(' ', old.slice(old.length - tail)),
  ];
}

/** A file's text on one side of a hunk, without the signs of its lines. */
function textOf(body: readonly string[], side: keyof Lines): string {
  return body
    .map((line, at) => {
      if (!sidesOf(line).includes(side)) return '';
      return line.slice(1) + (body[at + 1]?.startsWith('\\') ? '' : '\n');
    })
    .join('');
}

/** The last newline is that of the file, whatever becomes of the text. */
function changed(text: string, change: (text: string) => string): string {
  const end = text.endsWith('\n') ? '\n' : '';
  return change(text.slice(0, text.length - end.length)) + end;
}

const linesOf = (text: string) => text.split(/(?<=\n)/).filter((line) => line !== '');

const NO_NEWLINE = '\\ No newline at end of file';

function signed(sign: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, NO_NEWLINE],
  );
}

/** The lines of a hunk that begins at a line of the patch and has so many. */
function bodyAt(lines: readonly string[], at: number, { before, after }: Lines): string[] {
  const left = { before, after };
  let end = at;
  while ((left.before > 0 || left.after > 0) && end < lines.length)
    for (const side of sidesOf(lines[end++] ?? '')) left[side]--;
  return lines.slice(at, lines[end]?.startsWith('\\') ? end + 1 : end);
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

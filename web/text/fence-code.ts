/**
 * Puts fences round what reads as code but was pasted without: two or more neighbouring lines that
 * look like it. So a stack trace keeps its shape, which Markdown would fold into a paragraph.
 */
export function fenceCode(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const found of text.matchAll(FENCED)) {
    parts.push(fenceLooks(text.slice(at, found.index)), found[0]);
    at = found.index + found[0].length;
  }
  parts.push(fenceLooks(text.slice(at)));
  return parts.join('');
}

/** From a fence to the one that closes it, or to the end. */
const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))|$)/gm;

interface Run {
  code: boolean;
  lines: string[];
}

function fenceLooks(text: string): string {
  return joinShort(runsOf(text.split('\n')))
    .map(({ code, lines }) => (code ? fenced(lines) : lines.join('\n')))
    .join('\n');
}

function runsOf(lines: readonly string[]): Run[] {
  const runs: Run[] = [];
  let inList = false;
  for (const line of lines) {
    const last = runs.at(-1);
    const blank = line.trim() === '';
    // What is indented below an entry of a list belongs to that entry.
    if (!blank) inList = LIST_ENTRY.test(line) || (inList && /^\s/.test(line));
    // A blank line belongs to what stands before it.
    const code = blank ? (last?.code ?? false) : !inList && looksLikeCode(line);
    if (last && last.code === code) last.lines.push(line);
    else runs.push({ code, lines: [line] });
  }
  return runs;
}

/** One such line alone is more often a quotation than code. */
function joinShort(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const code = run.code && run.lines.filter((line) => line.trim() !== '').length > 1;
    const last = joined.at(-1);
    if (last && last.code === code) last.lines.push(...run.lines);
    else joined.push({ code, lines: [...run.lines] });
  }
  return joined;
}

function fenced(lines: readonly string[]): string {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const [code, blank] = [lines.slice(0, end), lines.slice(end)];
  const longest = Math.max(2, ...code.flatMap(ticksIn));
  const fence = '`'.repeat(longest + 1);
  const language = code.some((line) => TRACE.test(line)) ? 'text' : '';
  return [`${fence}${language}`, ...code, fence, ...blank].join('\n');
}

function ticksIn(line: string): number[] {
  return [...line.matchAll(/`+/g)].map(([ticks]) => ticks.length);
}

function looksLikeCode(line: string): boolean {
  return signs.some((sign) => sign.test(line));
}

const LIST_ENTRY = /^\s*(?:[-*+•]|\d+[.)]) /;
const TRACE = /^(?:Uncaught )?\w*(?:Error|Exception)(?::| \[)|^\s+at \S|^Traceback /;

const signs = [
  /^(\t| {2,})\S/, // indented
  /[;{}]\s*$/, // ends like a statement or a block
  /^[)\]}]/, // closes what a line above opened
  /^(Uncaught )?\w*(Error|Exception)(:| \[)|^Traceback /, // heads a stack trace
  /^(\$|#!) ?\S*[/\w-]/, // a shell's prompt
  /^(import|export|const|let|var|function|def|class|async|return|SELECT|INSERT|UPDATE)\s.*[=({'"*]/,
  /^<\/?[a-zA-Z][^>]*>/, // a tag
];

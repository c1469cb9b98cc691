export interface Passage {
  kind: 'words' | 'code';
  text: string;
}

/**
 * Divides a text into what reads as words and what reads as code: what stands between fences, and
 * two or more neighbouring lines that look like code, so that a pasted stack trace keeps its shape.
 */
export function splitCode(text: string): Passage[] {
  const passages: Passage[] = [];
  const pieces = text.split(/^```[^\n`]*\n([\s\S]*?)^```[ \t]*$\n?/m);
  // The split puts what the fences enclose at every odd place.
  for (const [place, piece] of pieces.entries()) {
    if (place % 2 === 1) passages.push({ kind: 'code', text: piece.replace(/\n$/, '') });
    else passages.push(...splitLooks(piece));
  }
  return passages;
}

function splitLooks(text: string): Passage[] {
  const runs: { code: boolean; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const last = runs.at(-1);
    // A blank line belongs to what stands before it.
    const code = line.trim() === '' ? (last?.code ?? false) : looksLikeCode(line);
    if (last && last.code === code) last.lines.push(line);
    else runs.push({ code, lines: [line] });
  }
  return joinShort(runs)
    .map(
      ({ code, lines }): Passage => ({
        kind: code ? 'code' : 'words',
        text: lines.join('\n').replace(/^\s*\n|\s+$/g, ''),
      }),
    )
    .filter(({ text }) => text !== '');
}

/** One such line alone is more often a list or a quotation than code. */
function joinShort(runs: { code: boolean; lines: string[] }[]) {
  const joined: typeof runs = [];
  for (const run of runs) {
    const code = run.code && run.lines.filter((line) => line.trim() !== '').length > 1;
    const last = joined.at(-1);
    if (last && last.code === code) last.lines.push(...run.lines);
    else joined.push({ code, lines: run.lines });
  }
  return joined;
}

function looksLikeCode(line: string): boolean {
  return signs.some((sign) => sign.test(line));
}

const signs = [
  /^(\t| {2,})(?![-*•] |\d+[.)] )\S/, // indented, but no entry of a list
  /[;{}]\s*$/, // ends like a statement or a block
  /^[)\]}]/, // closes what a line above opened
  /^(Uncaught )?\w*(Error|Exception)(:| \[)/, // heads a stack trace
  /^(\$|#!) ?\S*[/\w-]/, // a shell's prompt
  /^(import|export|const|let|var|function|def|class|async|return|SELECT|INSERT|UPDATE)\s.*[=({'"*]/,
  /^<\/?[a-zA-Z][^>]*>/, // a tag
];

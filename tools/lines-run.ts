import type { Profiler } from 'node:inspector/promises';
import { SourceMap } from 'node:module';

const MAP = /\n\/\/# sourceMappingURL=data:application\/json[^,]*;base64,([\w+/=]+)/g;

/** The lines (from 1) of the source file behind a compiled script of which any part was run. */
export function linesRun(
  script: string,
  functions: readonly Pick<Profiler.FunctionCoverage, 'ranges'>[],
): number[] {
  const comment = [...script.matchAll(MAP)].at(-1);
  if (!comment?.[1]) return [];
  const map = new SourceMap(JSON.parse(Buffer.from(comment[1], 'base64').toString()));
  const ran = charactersRun(script.length, functions);
  const lines = new Set<number>();
  let line = 0;
  let start = 0;
  for (let at = 0; at < comment.index; at++) {
    if (script[at] === '\n') {
      line += 1;
      start = at + 1;
    } else if (ran[at] && isStart(script, at)) {
      const entry = map.findEntry(line, at - start);
      // A text of several lines is known by its first line only.
      if ('originalLine' in entry) lines.add(entry.originalLine + 1 + line - entry.generatedLine);
    }
  }
  return [...lines].sort((a, b) => a - b);
}

/** Inner ranges come after the outer ones that they correct. */
function charactersRun(
  length: number,
  functions: readonly Pick<Profiler.FunctionCoverage, 'ranges'>[],
): Uint8Array {
  const ran = new Uint8Array(length);
  const ranges = functions.flatMap(({ ranges: own }) => own);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges)
    ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran;
}

/** The first character of a word, a sign or a text: the map knows no other places. */
function isStart(script: string, at: number): boolean {
  return /\S/.test(script[at] ?? '') && !/\w/.test(script[at - 1] ?? '');
}

import { useMemo } from 'react';
import { coloredLines, type Run } from '../text/colored-lines.ts';
import { languageOf } from '../text/language-of.ts';
import { useTextWork } from '../text/use-text-work.ts';
import type { ChangedLine } from './hunk-lines.ts';

/** The colours of lines; of those that are not in it none are known. */
export type LineColors = ReadonlyMap<ChangedLine, Run[]>;

/** The colours of the lines of a change, from a worker: each side of each hunk is read by itself. */
export function useColoredHunks(path: string, hunks: readonly ChangedLine[][]): LineColors {
  const sides = useMemo(() => hunks.flatMap(bothSides), [hunks]);
  const parts = useMemo(
    () => sides.map((lines) => lines.map(({ text }) => text).join('\n')),
    [sides],
  );
  const colored = useTextWork('highlightParts', parts, languageOf(path));
  return useMemo(() => {
    const colors = new Map<ChangedLine, Run[]>();
    for (const [place, nodes] of colored?.entries() ?? []) {
      const runs = coloredLines(nodes);
      for (const [at, line] of sides[place]?.entries() ?? []) colors.set(line, runs[at] ?? []);
    }
    return colors;
  }, [sides, colored]);
}

/** A line that stayed has the colours of what is there now. */
function bothSides(lines: readonly ChangedLine[]): ChangedLine[][] {
  return [
    lines.filter(({ before }) => before !== null),
    lines.filter(({ after }) => after !== null),
  ];
}

import type { Hunk } from '#domain/code.ts';

/** One line of a change; a number where it stands on that side. */
export interface ChangedLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
  before: number | null;
  after: number | null;
}

/** Two lines beside each other, of which one may be missing. */
interface LinePair {
  before: ChangedLine | null;
  after: ChangedLine | null;
}

const kinds: Partial<Record<string, ChangedLine['kind']>> = {
  ' ': 'same',
  '+': 'added',
  '-': 'removed',
};

/** The lines of a hunk with their numbers. What begins with a backslash is a note of the format. */
export function numberedLines({ old_start, new_start, lines }: Hunk): ChangedLine[] {
  let [before, after] = [old_start, new_start];
  return lines.flatMap((line): ChangedLine[] => {
    // An empty line of context may have lost its space on the way.
    const kind = line === '' ? 'same' : kinds[line.charAt(0)];
    if (!kind) return [];
    const text = line.slice(1).replace(/\r$/, '');
    return [
      {
        kind,
        text,
        before: kind === 'added' ? null : before++,
        after: kind === 'removed' ? null : after++,
      },
    ];
  });
}

/** The same side by side: what went beside what came in its place. */
export function pairedLines(lines: readonly ChangedLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  let [went, came]: [ChangedLine[], ChangedLine[]] = [[], []];
  const settle = () => {
    for (let place = 0; place < Math.max(went.length, came.length); place++)
      pairs.push({ before: went[place] ?? null, after: came[place] ?? null });
    [went, came] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') went.push(line);
    else if (line.kind === 'added') came.push(line);
    else {
      settle();
      pairs.push({ before: line, after: line });
    }
  }
  settle();
  return pairs;
}

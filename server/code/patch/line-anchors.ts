/** A line that stands once in each of two texts, by its place in both. */
type Anchor = [old: number, now: number];

/**
 * The longest row of lines that stand once in each text, and in the same order in both. They are
 * found in little more time than it takes to read the texts, however different these are.
 * @param old the lines of the texts, equal ones as equal numbers
 */
export function anchorsOf(old: readonly number[], now: readonly number[]): Anchor[] {
  const places = onceIn(now);
  const shared = [...onceIn(old)].flatMap(([line, place]): Anchor[] => {
    const other = places.get(line);
    return other === undefined ? [] : [[place, other]];
  });
  return longestRise(shared.toSorted(([a], [b]) => a - b));
}

function onceIn(lines: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  const again = new Set<number>();
  for (const [place, line] of lines.entries()) {
    if (places.has(line)) again.add(line);
    places.set(line, place);
  }
  for (const line of again) places.delete(line);
  return places;
}

/** Of anchors in the order of the old text, as many as possible that rise in the new one too. */
function longestRise(anchors: readonly Anchor[]): Anchor[] {
  /** By how long a row is, the one that ends lowest; and of each anchor, the one before it in its row. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, now]] of anchors.entries()) {
    const length = rowsBelow(ends, anchors, now);
    before[index] = ends[length - 1] ?? -1;
    ends[length] = index;
  }
  const row: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const anchor = anchors[at];
    if (anchor) row.push(anchor);
  }
  return row.reverse();
}

function rowsBelow(ends: readonly number[], anchors: readonly Anchor[], now: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((anchors[ends[middle] ?? 0]?.[1] ?? 0) < now) low = middle + 1;
    else high = middle;
  }
  return low;
}

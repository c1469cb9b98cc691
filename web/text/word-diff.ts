import { diffWordsWithSpace } from 'diff';

/** Words in both texts, or in one of them. */
export interface WordRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Comparing two texts without common words takes too long. */
const PATIENCE_MS = 700;

/** The words that differ between two texts, in order; null where that takes too long. */
export function wordDiff(before: string, after: string): WordRun[] | null {
  const runs = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS });
  return (
    runs?.map(({ value: text, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text,
    })) ?? null
  );
}

import { diffWordsWithSpace } from 'diff';

/** A run of words that both texts have, or only one of them. */
export interface WordRun {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Two texts that have nothing in common take for ever to be compared. */
const PATIENCE_MS = 700;

/** The words that differ between two texts, in their order; null where that takes too long. */
export function wordDiff(before: string, after: string): WordRun[] | null {
  const runs = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS });
  return (
    runs?.map(({ value: text, added, removed }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text,
    })) ?? null
  );
}

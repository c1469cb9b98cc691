import type { HistoryItem } from '#domain/history.ts';
import { historyWords } from '#domain/history-words.ts';

export interface HistoryLine {
  id: number;
  words: string;
  /** How often it happened in a row, such as adding milestones. */
  times: number;
  /** The last time. */
  created_at: string | Date;
}

type Item = Pick<
  HistoryItem,
  'id' | 'event' | 'actor' | 'actor_name' | 'milestone_id' | 'money' | 'created_at'
>;

/** The history in words. */
export function historyLines(
  items: readonly Item[],
  titles: ReadonlyMap<string, string>,
): HistoryLine[] {
  const lines: HistoryLine[] = [];
  for (const item of items) {
    const words = historyWords(item, titles.get(item.milestone_id ?? '') ?? null);
    const last = lines.at(-1);
    if (words === null) continue;
    if (last?.words === words) last.times += 1;
    else lines.push({ id: item.id, words, times: 1, created_at: item.created_at });
  }
  return lines;
}

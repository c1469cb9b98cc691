import { eventWords } from '#domain/acts.ts';
import type { HistoryItem } from '#domain/history.ts';

type Told = Pick<HistoryItem, 'event' | 'actor' | 'actor_name'>;

/** One line of the history as a sentence; null for what the roadmap does not tell. */
export function historyWords(item: Told, milestone: string | null): string | null {
  const words = eventWords[item.event];
  if (words === null) return null;
  const who = item.actor_name ?? nameless[item.actor];
  const what = milestone === null ? 'a milestone' : `“${shortened(milestone)}”`;
  if (words === undefined) return `${who}: ${item.event.replaceAll('_', ' ')}`;
  const sentence = words.replaceAll('{who}', () => who).replaceAll('{what}', () => what);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Enough to tell milestones apart in a narrow column. */
function shortened(title: string): string {
  const letters = [...title];
  return letters.length <= 40 ? title : `${letters.slice(0, 39).join('').trimEnd()}…`;
}

const nameless: Record<HistoryItem['actor'], string> = {
  customer: 'The customer',
  developer: 'The unblocker',
  moderator: 'A moderator',
  clock: 'Unblock',
  provider: 'The payment provider',
};

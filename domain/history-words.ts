import { eventWords } from './acts.ts';
import { quotedChecks } from './check.ts';
import { shortened } from './cut-text.ts';
import type { HistoryItem } from './history.ts';
import { midSentence, stepMoneyWords } from './record-money.ts';

type Told = Pick<HistoryItem, 'event' | 'actor' | 'actor_name' | 'money'> &
  Partial<Pick<HistoryItem, 'failed_checks'>>;

/** A line of the history as a sentence; null where it shows nothing. */
export function historyWords(item: Told, milestone: string | null): string | null {
  const words = eventWords[item.event];
  if (words === null) return null;
  const who = item.actor_name ?? nameless[item.actor];
  const what = milestone === null ? 'a milestone' : `“${brief(milestone)}”`;
  if (words === undefined) return `${who}: ${item.event.replaceAll('_', ' ')}`;
  const sentence = words.replaceAll('{who}', () => who).replaceAll('{what}', () => what);
  const money = item.money && stepMoneyWords(item.money);
  const line = sentence.charAt(0).toUpperCase() + sentence.slice(1) + failedWords(item);
  return money ? `${line}: ${midSentence(money)}` : line;
}

/** For an approval in spite of them, or sent back because of them. */
function failedWords({ event, failed_checks }: Told): string {
  if (!failed_checks?.length) return '';
  const failed = `${quotedChecks(failed_checks.map(brief))} ${failed_checks.length === 1 ? 'does' : 'do'} not work`;
  return event === 'milestone_accepted' ? `, although ${failed}` : `: ${failed}`;
}

/** Short, but enough to tell milestones apart in a narrow column. */
function brief(title: string): string {
  return shortened(title, 40);
}

/** Names for actors whose name is unknown. */
export const nameless: Readonly<Record<HistoryItem['actor'], string>> = {
  customer: 'The customer',
  developer: 'The unblocker',
  moderator: 'A moderator',
  clock: 'Unblock',
  provider: 'The payment provider',
};

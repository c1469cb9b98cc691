// Apart from the schemas, which bring Zod: public pages show these.

/** The head of the directory. */
export const directoryWords = {
  title: 'Unblockers',
  line: 'Find who gets it unstuck',
  lead: 'Each shows what they finished here, and how it held. Counts come from real requests of the last twelve months.',
} as const;

/** What the directory can be sorted by; each but the last by the lower end of its interval. */
export const UNBLOCKER_SORTS = ['first_pass', 'on_time', 'stayed_fixed', 'finished'] as const;
export type UnblockerSort = (typeof UNBLOCKER_SORTS)[number];

export const unblockerSortWords: Record<UnblockerSort, string> = {
  first_pass: 'First pass',
  on_time: 'On time',
  stayed_fixed: 'Stayed fixed',
  finished: 'Finished',
};

/** Below this many finished requests there are no rates. */
export const RATES_FROM = 3;

/** What each rate counts, for people. */
export const rateWords = {
  first_pass: { title: 'Right the first time', of: 'first deliveries approved' },
  on_time: { title: 'On time', of: 'first deliveries by their date' },
  stayed_fixed: { title: 'Stayed fixed', of: 'approvals did not break' },
} as const;

interface Answers {
  count: number;
  within_1h: number;
  within_4h: number;
  within_24h: number;
}

/** How soon they usually answer: within so many hours in at least half of all cases; null without any. */
export function usualAnswer(answer: Answers): string | null {
  if (answer.count === 0) return null;
  const half = answer.count / 2;
  if (answer.within_1h >= half) return 'within an hour';
  if (answer.within_4h >= half) return 'within 4 hours';
  return answer.within_24h >= half ? 'within a day' : 'after more than a day';
}

/** '1 request finished', '12 requests finished'. */
export function finishedWords(finished: number): string {
  if (finished === 0) return 'No request finished yet';
  return `${finished.toLocaleString('en-US')} ${finished === 1 ? 'request' : 'requests'} finished`;
}

/** '96%' of a share; null where nothing was counted. Never '100%' of less than all, nor '0%' of some. */
export function rateText({ count, of }: { count: number; of: number }): string | null {
  if (of === 0) return null;
  if (count === 0 || count === of) return count === 0 ? '0%' : '100%';
  return `${Math.min(Math.max(Math.round((100 * count) / of), 1), 99)}%`;
}

/** 'Berlin, UTC+1', or 'UTC' as it is now; 'Berlin' in a browser that does not know the name. */
export function timeZoneWords(timeZone: string, now = new Date()): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  const utc = offsetOf(timeZone, now).replace('GMT', 'UTC');
  return utc === '' || utc.startsWith(place) ? place : `${place}, ${utc}`;
}

/** 'GMT+1'; empty where the name is newer than what is known here. */
function offsetOf(timeZone: string, now: Date): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
    return parts.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

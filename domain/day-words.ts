import { lazily } from './lazily.ts';

/** The calendar day of a moment in the reader's time zone. */
export function dayOf(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
}

/** The heading over a day's messages; with the year if it is not this one. */
export function dayWords(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(at) === dayOf(now)) return 'Today';
  if (dayOf(at) === dayOf(yesterday)) return 'Yesterday';
  return at.getFullYear() === now.getFullYear() ? thisYear().format(at) : otherYear().format(at);
}

const parts = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const thisYear = lazily(() => new Intl.DateTimeFormat(undefined, parts));
const otherYear = lazily(() => new Intl.DateTimeFormat(undefined, { ...parts, year: 'numeric' }));

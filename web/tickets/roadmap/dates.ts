import { lazily } from '#domain/lazily.ts';

const zone = { timeZone: 'UTC' } as const;
const short = { ...zone, month: 'short', day: 'numeric' } as const;
const day = inTwo({ ...short, weekday: 'short' });
const shortDay = inTwo(short);

/**
 * 'Tue, Nov 24', of another year 'Fri, Jan 1, 2027'. Deadlines end with the day in UTC, so that both
 * sides read the same date.
 */
export function formatDay(at: string | Date, now = new Date()): string {
  return day(new Date(at), now);
}

/** 'Nov 24', of another year 'Jan 1, 2027'. */
export function formatShortDay(at: string | Date, now = new Date()): string {
  return shortDay(new Date(at), now);
}

function inTwo(parts: Intl.DateTimeFormatOptions) {
  const thisYear = lazily(() => new Intl.DateTimeFormat('en-US', parts));
  const otherYear = lazily(() => new Intl.DateTimeFormat('en-US', { ...parts, year: 'numeric' }));
  return (at: Date, now: Date) =>
    (at.getUTCFullYear() === now.getUTCFullYear() ? thisYear() : otherYear()).format(at);
}

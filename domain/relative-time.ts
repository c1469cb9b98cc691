import { lazily } from './lazily.ts';

const MINUTE = 60_000;
const MINUTES_PER_HOUR = 60;
const HOURS_PER_DAY = 24;
/** From this age on a date is clearer. Source: specification 9. */
const DAYS_UNTIL_DATE = 7;

/**
 * 'just now', then minutes, hours and days ago; after a week the local date. Source: specification
 * 2.10.
 */
export function relativeTime(sent: Date, now: Date): string {
  // The two clocks may differ: a time in the future is just now.
  const minutes = Math.floor((now.getTime() - sent.getTime()) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < MINUTES_PER_HOUR) return ago(minutes, 'minute');
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  if (hours < HOURS_PER_DAY) return ago(hours, 'hour');
  const days = Math.floor(hours / HOURS_PER_DAY);
  return days < DAYS_UNTIL_DATE ? ago(days, 'day') : localDate().format(sent);
}

const localDate = lazily(() => new Intl.DateTimeFormat());

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** 'Tue, Nov 24'. Deadlines end with the day in UTC, so that both sides read the same date. */
export function formatDay(at: string | Date): string {
  return day.format(new Date(at));
}

/** 'Nov 24'. */
export function formatShortDay(at: string | Date): string {
  return shortDay.format(new Date(at));
}

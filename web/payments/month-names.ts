const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'November 2026' for '2026-11'. */
export function monthName(month: string): string {
  return long.format(new Date(`${month}-01`));
}

/** 'Nov'. */
export function monthShort(month: string): string {
  return short.format(new Date(`${month}-01`));
}

/** 'Nov 20, 2026' in UTC, as the days of statements and invoices are. */
export function dayName(at: string | Date): string {
  return day.format(new Date(at));
}

/** 'November 20, 2026' in UTC. */
export function longDayName(at: string | Date): string {
  return longDay.format(new Date(at));
}

/** The month this many later or earlier: '2025-12' is one before '2026-01'. */
export function monthsLater(month: string, months: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

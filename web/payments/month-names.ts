const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** 'November 2026' for '2026-11'. */
export function monthName(month: string): string {
  return long.format(new Date(`${month}-01`));
}

/** 'Nov'. */
export function monthShort(month: string): string {
  return short.format(new Date(`${month}-01`));
}

/** The month this many later or earlier: '2025-12' is one before '2026-01'. */
export function monthsLater(month: string, months: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

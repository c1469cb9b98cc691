/** The calendar day of a moment where its reader is, to tell one day from another. */
export function dayOf(at: Date): string {
  return `${at.getFullYear()}-${at.getMonth()}-${at.getDate()}`;
}

/** What stands over the messages of a day; a year that is not this one is named. */
export function dayWords(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(at) === dayOf(now)) return 'Today';
  if (dayOf(at) === dayOf(yesterday)) return 'Yesterday';
  return at.getFullYear() === now.getFullYear() ? thisYear.format(at) : otherYear.format(at);
}

// Made once: that takes longer than drawing what they stand on.
const parts = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const thisYear = new Intl.DateTimeFormat(undefined, parts);
const otherYear = new Intl.DateTimeFormat(undefined, { ...parts, year: 'numeric' });

// Made once: `toLocaleString` makes one each time, which takes longer than drawing what it stands on.
const moment = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});
const zoned = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});
const date = new Intl.DateTimeFormat();

/** 'Nov 26, 2026, 1:40 AM', as people write it where they are. */
export function localMoment(at: Date): string {
  return moment.format(at);
}

/** 'Tue, Nov 24, 14:20 GMT+1': a moment to come, where a day alone would mislead. */
export function localZoned(at: Date): string {
  return zoned.format(at);
}

/** As `toLocaleDateString` has it. */
export function localDate(at: Date): string {
  return date.format(at);
}

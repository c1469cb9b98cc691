// Made once: `toLocaleString` makes one each time, which takes longer than drawing what it stands on.
const moment = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});
const date = new Intl.DateTimeFormat();

/** As `toLocaleString` has it: the moment, as people write it where they are. */
export function localMoment(at: Date): string {
  return moment.format(at);
}

/** As `toLocaleDateString` has it. */
export function localDate(at: Date): string {
  return date.format(at);
}

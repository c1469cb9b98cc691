const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** 'November 20, 2026', in the reader's own zone. */
export function LongDate({ at }: { at: string | Date }) {
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{day.format(date)}</time>;
}

import { lazily } from '#domain/lazily.ts';

// Created once: `toLocaleString` creates one each time, which takes longer than rendering.
const moment = lazily(
  () =>
    new Intl.DateTimeFormat(undefined, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }),
);
const parts: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
};
const zoned = lazily(() => new Intl.DateTimeFormat('en-US', parts));
const zonedOtherYear = lazily(
  () => new Intl.DateTimeFormat('en-US', { ...parts, year: 'numeric' }),
);
const date = lazily(() => new Intl.DateTimeFormat());

/** 'Nov 26, 2026, 1:40 AM', in the reader's locale. */
export function localMoment(at: Date): string {
  return moment().format(at);
}

/**
 * 'Tue, Nov 24, 14:20 GMT+1', of another year 'Fri, Jan 1, 2027, 14:20 GMT+1': a future moment, where a
 * day alone would mislead.
 */
export function localZoned(at: Date, now = new Date()): string {
  return (at.getFullYear() === now.getFullYear() ? zoned() : zonedOtherYear()).format(at);
}

/** Like `toLocaleDateString`. */
export function localDate(at: Date): string {
  return date().format(at);
}

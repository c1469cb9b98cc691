import { lazily } from './lazily.ts';

/** A moment in mails and files, for readers in any time zone. */
export function utcWords(moment: Date): string {
  return `${inUtc().format(moment)} UTC`;
}

const inUtc = lazily(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
    }),
);

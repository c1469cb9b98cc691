import { lazily } from './lazily.ts';
import { FIRST_REQUESTS } from './limits.ts';

// Apart from the schemas, which bring Zod: public pages show these.

/** 'Away until December 24, 2026', by the calendar of UTC, as it was chosen. */
export function awayWords(until: Date | string): string {
  return `Away until ${inUtc().format(new Date(until))}`;
}

const inUtc = lazily(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
);

/** The mark of a new unblocker: 'New on Unblock: 1 of first 3 requests finished'. */
export function newUnblockerWords(finished: number): string {
  return `New on Unblock: ${finished} of first ${FIRST_REQUESTS} requests finished`;
}

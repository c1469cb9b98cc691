/** Moments for timers of the lifecycle whose time is computed from data. */
import {
  acceptsItselfAt,
  missedAt,
  pauseReason,
  percentAt,
  planningSince,
  REMIND_AT_PERCENT,
} from './clock.ts';
import { HOUR_MS } from './milliseconds.ts';
import { nextReminder } from './reminder.ts';

type Waiting = Parameters<typeof nextReminder>[0];

/** What moments are computed from. */
export interface Timed {
  request: Waiting;
  /** The milestone of the step. */
  work: Waiting['milestones'][number] | undefined;
  now: Date;
}

/** When the clock takes a step: some hours after it became possible, or after a computed moment. */
export type Timer =
  | { hours: number; at?: undefined }
  | { at: keyof typeof moments; hours?: number };

/** Null where there is none now. */
const moments = {
  /** The next reminder. */
  reminder: ({ request }) => nextReminder(request)?.at ?? null,
  /** The next percentage of a milestone's time. */
  time: ({ request, work, now }) => {
    const said = work?.reminded_percent ?? 0;
    const next = REMIND_AT_PERCENT.find((percent) => percent > said);
    return work && next ? percentAt(next, work, request, now) : null;
  },
  /** When a milestone is missed. */
  missed: ({ request, work, now }) => (work ? missedAt(work, request, now) : null),
  /** When a delivery is approved automatically. */
  acceptance: ({ request, work }) => (work ? acceptsItselfAt(work, request) : null),
  /** When the time for quotes is over. */
  quotes: ({ request }) => (request.quotes_until ? new Date(request.quotes_until) : null),
  /** Since when a plan is awaited. */
  plan: ({ request }) => (pauseReason(request) === null ? planningSince(request) : null),
} satisfies Record<string, (about: Timed) => Date | null>;

/** When the clock takes a step; null where that has no computed time. */
export function momentOf(timer: Timer, about: Timed): Date | null {
  const from = timer.at === undefined ? about.now : moments[timer.at](about);
  return from && new Date(from.getTime() + (timer.hours ?? 0) * HOUR_MS);
}

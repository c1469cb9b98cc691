/** The moments that a timer of the lifecycle can name, where its time comes from data. */
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

/** What a moment is computed from. */
export interface Timed {
  request: Waiting;
  /** The milestone that the step would be about. */
  work: Waiting['milestones'][number] | undefined;
  now: Date;
}

/** A step of the clock: some hours after it became possible, or after a moment that data names. */
export type Timer =
  | { hours: number; at?: undefined }
  | { at: keyof typeof moments; hours?: number };

/** Null while there is none. */
const moments = {
  /** When somebody is to be reminded next. */
  reminder: ({ request }) => nextReminder(request)?.at ?? null,
  /** When the next part of a milestone's time has passed. */
  time: ({ request, work, now }) => {
    const said = work?.reminded_percent ?? 0;
    const next = REMIND_AT_PERCENT.find((percent) => percent > said);
    return work && next ? percentAt(next, work, request, now) : null;
  },
  /** When a milestone counts as missed. */
  missed: ({ request, work, now }) => (work ? missedAt(work, request, now) : null),
  /** When a delivery is accepted by itself. */
  acceptance: ({ request, work }) => (work ? acceptsItselfAt(work, request) : null),
  /** Since when a plan is awaited. */
  plan: ({ request }) => (pauseReason(request) === null ? planningSince(request) : null),
} satisfies Record<string, (about: Timed) => Date | null>;

/** When a step of the clock is to be taken; null where it has no time of its own. */
export function momentOf(timer: Timer, about: Timed): Date | null {
  const from = timer.at === undefined ? about.now : moments[timer.at](about);
  return from && new Date(from.getTime() + (timer.hours ?? 0) * HOUR_MS);
}

/** A due date chosen by a person: in the plan, or after a missed deadline. */
import { z } from 'zod';
import { DUE_WITHIN_DAYS } from './limits.ts';
import { earliestDue } from './milestone-dates.ts';
import { DAY_MS } from './milliseconds.ts';

const DUE_UNREADABLE = 'Due Date must be a date';
const DUE_PAST = 'Due Date must not be in the past';
const DUE_FAR = 'Due Date must be within a year';

/** A moment with its offset from UTC, or a day, which ends in UTC. */
export const dueDateSchema = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], DUE_UNREADABLE)
  .transform((text) => new Date(text.length === 10 ? `${text}T23:59:59.999Z` : text));

/** Why a chosen due date is invalid, given the estimate if any; null when it is valid. */
export function dueDateProblem(due: Date, now: Date, estimated_minutes?: number): string | null {
  if (due <= now) return DUE_PAST;
  if (due.getTime() > now.getTime() + DUE_WITHIN_DAYS * DAY_MS) return DUE_FAR;
  if (estimated_minutes === undefined) return null;
  const earliest = earliestDue(estimated_minutes, now);
  const day = earliest.toISOString().slice(0, 10);
  return due.toISOString().slice(0, 10) < day
    ? `Due Date must not be before ${day}: the estimated time takes until then`
    : null;
}

/** More time after a missed deadline. */
export const extendSchema = z
  .object({ due_at: dueDateSchema })
  .superRefine(({ due_at }, context) => {
    const message = dueDateProblem(due_at, new Date());
    if (message) context.addIssue({ code: 'custom', path: ['due_at'], message });
  });

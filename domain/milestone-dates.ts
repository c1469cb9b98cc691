/**
 * The dates of a plan. An estimate is hours of work; a due date is a day in the calendar. Between the
 * two stands an assumption on how much gets done in a day, which the screens state beside every date.
 * Source: docs/decisions/0011-deadlines.md. What stops the time of one milestone is in clock.ts.
 */
import {
  type ClockedRequest,
  type ClockedWork,
  dueAt,
  isLate,
  isOwed,
  latest,
  PRODUCTIVE_HOURS_A_DAY,
  workingDays,
} from './clock.ts';
import { PROGRESS_STEPS, type TicketStatus } from './ticket-status.ts';
import { lastDay } from './working-days.ts';

/** How dates come about, in words. */
export const DATES_ASSUME = `Dates count ${PRODUCTIVE_HOURS_A_DAY} hours of work a day, Monday to Friday, from the day after the start or the payment, whichever is later, and end with the day in UTC, unless the plan names a later date. While time stands still, they move on; once missed, they stay.`;

/** Of a milestone, all that its dates depend on. */
export type DatedWork = ClockedWork;

/** The dates of a milestone, as the API returns them. */
export interface WorkDates {
  /** The end of its time once it is started and its money is held; before, what its plan names. */
  due_at: Date | null;
  /** When a planned one will be done if all goes on as estimated; null once it is started. */
  expected_at: Date | null;
  /** It is due and has not been handed in, though its developer could. */
  late: boolean;
}

/**
 * The dates of a plan at one moment, in the plan's order. What is planned follows one after another
 * upon what is at work, or upon now.
 */
export function planDates(
  request: ClockedRequest,
  plan: readonly DatedWork[],
  now: Date,
): WorkDates[] {
  const running = plan.filter(isOwed).map((work) => dueAt(work, request, now));
  let free = latest([now, ...running.filter((due) => due !== null)]);
  return plan.map((work) => {
    const due = dueAt(work, request, now);
    const isAhead = work.status === 'PLANNED' || (isOwed(work) && due === null);
    if (isAhead) free = lastDay(free, workingDays(work.estimated_minutes));
    const isExpected = work.status === 'PLANNED' && GOES_ON.includes(request.status);
    const named = work.named_due_at ?? null;
    return {
      due_at: due ?? named,
      expected_at: isExpected ? latest([free, ...(named ? [named] : [])]) : null,
      late: isLate(work, request, now),
    };
  });
}

/** The earliest date that can be promised now for so much work. */
export function earliestDue(estimated_minutes: number, now: Date): Date {
  return lastDay(now, workingDays(estimated_minutes));
}

/** The statuses in which planned work can be counted on. */
const GOES_ON: readonly TicketStatus[] = PROGRESS_STEPS.filter(
  (status) => status !== 'AWAITING_ASSIGNMENT',
);

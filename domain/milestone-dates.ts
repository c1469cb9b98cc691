/**
 * Deadlines. An estimate is hours of work; a due date is a day in the calendar. Between the two
 * stands an assumption on how much gets done in a day, which the screens state beside every date.
 * Source: docs/decisions/0011-deadlines.md.
 */
import type { MilestoneStatus } from './milestone-status.ts';
import { PROGRESS_STEPS, type TicketStatus } from './ticket-status.ts';

/** What gets done of an estimate on one working day, in hours. */
const PRODUCTIVE_HOURS_A_DAY = 6;

/** How dates come about, in words. */
export const DATES_ASSUME = `Dates count ${PRODUCTIVE_HOURS_A_DAY} hours of work a day, Monday to Friday, from the day after the start, and end with the day in UTC.`;

/** Of a milestone, all that its dates depend on. */
export interface DatedWork {
  status: MilestoneStatus;
  /** Estimated time in minutes. */
  estimated_minutes: number;
  /** The first start; null while it is only planned. */
  started_at: Date | null;
  /** When it was last sent back by the customer. */
  sent_back_at: Date | null;
}

/** The dates of a milestone, as the API returns them. */
export interface WorkDates {
  /** The end of its last day; null until it is started. */
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
  status: TicketStatus,
  plan: readonly DatedWork[],
  now: Date,
): WorkDates[] {
  const running = plan.filter(isOwed).map(dueAt);
  let free = latest([now, ...running.filter((due) => due !== null)]);
  return plan.map((work) => {
    const due_at = dueAt(work);
    const late = status === 'DEVELOPER_WORKING' && isOwed(work) && due_at !== null && due_at < now;
    if (work.status !== 'PLANNED' || !GOES_ON.includes(status))
      return { due_at, expected_at: null, late };
    free = lastDay(free, workingDays(work.estimated_minutes));
    return { due_at, expected_at: free, late };
  });
}

/** The statuses in which planned work can be counted on. */
const GOES_ON: readonly TicketStatus[] = PROGRESS_STEPS.filter(
  (status) => status !== 'AWAITING_ASSIGNMENT',
);

/** Started, and not in the customer's hands. */
function isOwed({ status }: DatedWork): boolean {
  return status === 'IN_PROGRESS' || status === 'REJECTED';
}

/** Work that is sent back keeps its date, but has at least until the next working day. */
function dueAt({ estimated_minutes, started_at, sent_back_at }: DatedWork): Date | null {
  if (started_at === null) return null;
  const due = lastDay(started_at, workingDays(estimated_minutes));
  return sent_back_at === null ? due : latest([due, lastDay(sent_back_at, 1)]);
}

/** Whole working days; even a minute of work has one. */
function workingDays(minutes: number): number {
  return Math.max(1, Math.ceil(minutes / (PRODUCTIVE_HOURS_A_DAY * 60)));
}

/** The end of the last of so many working days that follow the day of `start`. */
function lastDay(start: Date, days: number): Date {
  const day = new Date(start);
  for (let left = days; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1);
    if (!isWeekend(day)) left -= 1;
  }
  day.setUTCHours(23, 59, 59, 999);
  return day;
}

function isWeekend(day: Date): boolean {
  return day.getUTCDay() === 0 || day.getUTCDay() === 6;
}

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

/**
 * Working time: Monday to Friday, no holidays, whole days in UTC. Source:
 * docs/decisions/0011-deadlines.md.
 */

import { DAY_MS } from './milliseconds.ts';

const WEEK_MS = 7 * DAY_MS;
const WORKING_WEEK_MS = 5 * DAY_MS;
/** The first Monday after the epoch. */
const A_MONDAY = Date.UTC(1970, 0, 5);

/** Working time between two moments, in milliseconds; negative where `to` comes first. */
export function workingBetween(from: Date, to: Date): number {
  return workedBy(to) - workedBy(from);
}

/** The moment after this much working time, in milliseconds. */
export function addWorking(from: Date, ms: number): Date {
  if (ms <= 0) return from;
  const wanted = workedBy(from) + ms;
  // Time used up on a Friday ends then, not after the weekend.
  const weeks = Math.ceil(wanted / WORKING_WEEK_MS) - 1;
  return new Date(A_MONDAY + weeks * WEEK_MS + (wanted - weeks * WORKING_WEEK_MS));
}

/** The end of the last of these working days after the day of `start`. */
export function lastDay(start: Date, days: number): Date {
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

function workedBy(moment: Date): number {
  const since = moment.getTime() - A_MONDAY;
  const weeks = Math.floor(since / WEEK_MS);
  return weeks * WORKING_WEEK_MS + Math.min(since - weeks * WEEK_MS, WORKING_WEEK_MS);
}

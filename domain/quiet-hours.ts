import { z } from 'zod';
import { HOUR_MS } from './milliseconds.ts';

const hour = z.int().min(0).max(23);

/** From the first hour to the last, in a time zone, nothing is told; it waits. */
export const quietHoursSchema = z.object({
  from: hour.describe('The hour in which they begin'),
  to: hour.describe('The hour in which they end'),
  time_zone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Please choose a time zone')
    .describe('As IANA names it: America/New_York'),
});
export type QuietHours = z.infer<typeof quietHoursSchema>;

/** When somebody can be told: now, or at the end of their quiet hours. */
export function tellableAt(quiet: QuietHours | null, now: Date): Date {
  if (!quiet) return now;
  let at = now;
  // Zones shift by parts of an hour, and clocks change: the hour is asked for, not computed.
  for (let steps = 0; steps < 100 && isQuiet(quiet, at); steps++) at = nextQuarter(at);
  return at;
}

function isQuiet({ from, to, time_zone }: QuietHours, at: Date): boolean {
  if (from === to) return false;
  const options = { hour: 'numeric', hourCycle: 'h23', timeZone: time_zone } as const;
  const now = Number(new Intl.DateTimeFormat('en-US', options).format(at));
  return from < to ? now >= from && now < to : now >= from || now < to;
}

/** All zones begin their hours at one. */
function nextQuarter(at: Date): Date {
  const quarter = HOUR_MS / 4;
  return new Date(Math.floor(at.getTime() / quarter) * quarter + quarter);
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

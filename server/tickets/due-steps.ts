import type { Context } from '../lifecycle/context.ts';
import { performDue } from '../lifecycle/deadlines.ts';
import { takeStep } from './steps.ts';

/**
 * Takes the clock's due steps, such as the end of a reservation.
 * @param forMs how long to begin further steps; the rest is for the next run
 * @throws AggregateError when some failed; the next run finds them again
 */
export function takeDueSteps(context: Context, now = new Date(), forMs?: number): Promise<void> {
  return performDue(
    context,
    (change, locked, due) => takeStep(change, locked, { ...due, actor: 'clock' }),
    now,
    forMs,
  );
}

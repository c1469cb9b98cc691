/** The next automatic step of a request. */
import { z } from 'zod';
import { acceptsItselfAt, dueAt, missedAt, runs } from './clock.ts';
import { PLAN_RETURNS_HOURS, PLAN_WITHIN_HOURS } from './limits.ts';
import { momentOf, type Timed } from './moments.ts';
import { instant } from './text.ts';
import { type TimerKind, timerWords } from './timer-words.ts';

export const timerSchema = z
  .object({
    kind: z.enum(Object.keys(timerWords) as [TimerKind, ...TimerKind[]]),
    at: instant,
    milestone_id: z.uuid().nullable(),
  })
  .meta({ id: 'Timer' });
export interface Timer {
  kind: TimerKind;
  at: Date;
  milestone_id: string | null;
}

/**
 * The next automatic step; null where there is none, or no time runs.
 * @param acceptable whether the rulebook allows an automatic approval
 */
export function nextTimer(
  request: Timed['request'],
  {
    reserved_until,
    acceptable,
    now,
  }: { reserved_until: Date | null; acceptable: boolean; now: Date },
): Timer | null {
  const { status, milestones } = request;
  if (status === 'AWAITING_ASSIGNMENT') return openTimer(request, reserved_until, now);
  if (status === 'DEVELOPER_PLANNING') return planTimer(request, now);
  const reviewed = milestones.find((each) => each.status === 'IN_REVIEW');
  if (status === 'CUSTOMER_REVIEWING_RESULTS') {
    const at = acceptable && reviewed ? acceptsItselfAt(reviewed, request) : null;
    return at && { kind: 'acceptance', at, milestone_id: reviewed?.id ?? null };
  }
  const due = milestones.flatMap((work) => {
    const at = runs(work, request) ? dueAt(work, request, now) : null;
    return at ? [{ at, work }] : [];
  });
  const [first] = due.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  if (!first) return null;
  const missed = missedAt(first.work, request, now);
  const milestone_id = first.work.id;
  if (first.at >= now || !missed) return { kind: 'due', at: first.at, milestone_id };
  const isRepair = first.work.billing_status === 'free';
  return { kind: isRepair ? 'repair_missed' : 'missed', at: missed, milestone_id };
}

function openTimer(request: Timed['request'], reserved: Date | null, now: Date): Timer | null {
  const at = momentOf({ at: 'quotes' }, { request, work: undefined, now });
  if (at) return { kind: 'quotes', at, milestone_id: null };
  return reserved && { kind: 'reservation', at: reserved, milestone_id: null };
}

function planTimer(request: Timed['request'], now: Date): Timer | null {
  const after = (hours: number) =>
    momentOf({ at: 'plan', hours }, { request, work: undefined, now });
  const [missed, returns] = [after(PLAN_WITHIN_HOURS), after(PLAN_RETURNS_HOURS)];
  if (!missed || !returns) return null;
  return now < missed
    ? { kind: 'plan_missed', at: missed, milestone_id: null }
    : { kind: 'plan_returns', at: returns, milestone_id: null };
}

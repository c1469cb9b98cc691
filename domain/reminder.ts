/** Who is reminded about a request, of what, and when. Source: docs/decisions/0064-a-fair-clock.md. */
import type { BillingStatus } from './billing.ts';
import {
  type ClockedRequest,
  type ClockedWork,
  planningSince,
  quietSince,
  REMIND_AT_PERCENT,
  toldAfterDays,
} from './clock.ts';
import { PLAN_WITHIN_HOURS } from './limits.ts';
import { HOUR_MS } from './milliseconds.ts';
import type { Side } from './relation.ts';
import { type Standing, standing, type TurnMilestone } from './turn.ts';
import type { Stage } from './turn-table.ts';

/** Before its whole time has passed. */
const TIME_REASONS = ['half_passed', 'most_passed'] as const;

export type ReminderReason =
  | (typeof TIME_REASONS)[number]
  | 'all_passed'
  | 'repair_late'
  | 'plan_awaited'
  | 'plan_missed'
  | 'plan_in_review'
  | 'payment_awaited'
  | 'start_awaited'
  | 'milestone_in_review'
  | 'answer_awaited';

export interface Reminder {
  to: Side;
  reason: ReminderReason;
  milestone: Pick<TurnMilestone, 'title' | 'cost_cents' | 'billing_status'> | null;
}

/** The reminder at a percentage of a milestone's time. */
export function reasonAt(percent: number, billing: BillingStatus | null): ReminderReason {
  const reason = TIME_REASONS[(REMIND_AT_PERCENT as readonly number[]).indexOf(percent)];
  return reason ?? (billing === 'free' ? 'repair_late' : 'all_passed');
}

type Waiting = ClockedRequest &
  Omit<Standing, 'milestones'> & { milestones: readonly (TurnMilestone & ClockedWork)[] };

/** A reminder with the time when it is due. */
export interface Due extends Reminder {
  at: Date;
}

/**
 * The next reminder of a request after the last one sent: to whom, of what, and when. Null where no
 * more follow. The time of each milestone has reminders of its own.
 */
export function nextReminder(waiting: Waiting): Due | null {
  const { stage, next, since } = standing(waiting);
  const begun = beginOf(waiting, stage, { since, next });
  const said = waiting.reminded_at?.getTime() ?? 0;
  for (const { hours, ...reminder } of scheduleOf(stage, workOf(waiting, next))) {
    const at = new Date(begun.getTime() + hours * HOUR_MS);
    if (at.getTime() > said) return { ...reminder, milestone: next, at };
  }
  return null;
}

interface Scheduled {
  to: Side;
  reason: ReminderReason;
  hours: number;
}

const each = (to: Side, reason: ReminderReason, ...hours: number[]): Scheduled[] =>
  hours.map((after) => ({ to, reason, hours: after }));

const plan = [
  ...each('developer', 'plan_awaited', 24, 48),
  ...each('customer', 'plan_missed', PLAN_WITHIN_HOURS),
];
const payment = each('customer', 'payment_awaited', 24, 72);

/** Hours in the same stage; work in progress has reminders of its own, and some stages have none. */
const schedules: Partial<Record<Stage, readonly Scheduled[]>> = {
  PLANNING: plan,
  PLAN_BEGUN: plan,
  CUSTOMER_REVIEWING_PLAN: each('customer', 'plan_in_review', 24, 72, 168),
  FUND: payment,
  FUND_BEGUN: payment,
  START: each('developer', 'start_awaited', 24, 48, 72),
  REVISE: each('developer', 'start_awaited', 24, 48, 72),
  REVIEW_UNPAID: each('customer', 'milestone_in_review', 24, 72, 144),
  CUSTOMER_WAITS_FOR_ANSWER: each('developer', 'answer_awaited', 24, 72),
  DEVELOPER_WAITS_FOR_ANSWER: each('customer', 'answer_awaited', 24, 72),
};

function scheduleOf(stage: Stage, work: ClockedWork | undefined): readonly Scheduled[] {
  if (stage !== 'CUSTOMER_REVIEWING_RESULTS') return schedules[stage] ?? [];
  const days = work ? toldAfterDays(work) : [];
  return each('customer', 'milestone_in_review', ...days.map((day) => 24 * day));
}

function beginOf(
  waiting: Waiting,
  stage: Stage,
  { since, next }: { since: string; next: TurnMilestone | null },
): Date {
  const work = workOf(waiting, next);
  const quiet = stage === 'CUSTOMER_REVIEWING_RESULTS' && work ? quietSince(work, waiting) : null;
  if (quiet) return quiet;
  return waiting.status === 'DEVELOPER_PLANNING' && schedules[stage] === plan
    ? planningSince(waiting)
    : new Date(since);
}

function workOf({ milestones }: Waiting, next: TurnMilestone | null) {
  return milestones.find(({ id }) => id === next?.id);
}

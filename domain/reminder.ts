/** Who is reminded of a request, and of what. Source: docs/decisions/0011-deadlines.md. */
import type { MilestoneStatus } from './milestone-status.ts';
import type { TicketStatus } from './ticket-status.ts';

/** How long the ball may lie with somebody before they are reminded. */
export const REMIND_AFTER_HOURS = 24;

export type ReminderReason =
  | 'milestone_late'
  | 'plan_awaited'
  | 'plan_in_review'
  | 'start_awaited'
  | 'milestone_in_review';

export interface Reminder {
  to: 'customer' | 'developer';
  reason: ReminderReason;
}

interface Waiting {
  status: TicketStatus;
  /** Since when somebody has the ball. */
  status_since: Date;
  milestones: readonly { status: MilestoneStatus; late: boolean }[];
}

/** What somebody has to be reminded of at this moment, or null. */
export function reminderOf(
  { status, status_since, milestones }: Waiting,
  now: Date,
): Reminder | null {
  if (milestones.some(({ late }) => late)) return remind('developer', 'milestone_late');
  if (now.getTime() - status_since.getTime() <= REMIND_AFTER_HOURS * 3_600_000) return null;
  switch (status) {
    case 'DEVELOPER_PLANNING':
      return remind('developer', 'plan_awaited');
    case 'CUSTOMER_REVIEWING_PLAN':
      return remind('customer', 'plan_in_review');
    case 'CUSTOMER_REVIEWING_RESULTS':
      return remind('customer', 'milestone_in_review');
    case 'DEVELOPER_WORKING':
      // What is at work has its own date.
      return milestones.some((one) => one.status === 'IN_PROGRESS')
        ? null
        : remind('developer', 'start_awaited');
    default:
      return null;
  }
}

function remind(to: Reminder['to'], reason: ReminderReason): Reminder {
  return { to, reason };
}

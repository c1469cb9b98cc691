import {
  guarantees,
  MISSED_CHOICES,
  MISSED_HOURS,
  REPAIR_MISSED_CHOICES,
} from '#domain/guarantee.ts';
import { PLAN_WITHIN_HOURS } from '#domain/limits.ts';
import { formatCents } from '#domain/money.ts';
import { acceptsItself } from '#domain/notification-rules.ts';
import { paths } from '#domain/paths.ts';
import type { Reminder, ReminderReason } from '#domain/reminder.ts';
import { shortId } from '#domain/ticket-words.ts';
import { utcWords } from '#domain/utc-words.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import type { Letter } from '../mail/letter.ts';
import { requestTitle } from '../mail/request-title.ts';

/** The mail that reminds a person of their turn. */
export function reminderLetter(
  ticket: TicketRow,
  { to, reason, milestone }: Reminder,
  { progress, accepts }: { progress: NonNullable<Letter['progress']>; accepts: Date | null },
): Omit<Letter, 'to'> {
  const { subject, words, button } = texts[reason];
  const announced = reason === 'milestone_in_review' ? accepts : null;
  const isRepair = milestone?.billing_status === 'free';
  const about: Record<string, string> = {
    price: formatCents(milestone?.cost_cents ?? 0),
    milestone: milestone?.title ?? '',
  };
  return {
    kind: 'reminder',
    subject: `Request #${shortId(ticket.id)} - ${subject}`,
    paragraphs: [
      words.replace(/\{(\w+)\}/g, (_, of: string) => about[of] ?? ''),
      ...(announced ? [acceptsItself(utcWords(announced), { isRepair })] : []),
      `It is about "${requestTitle(ticket)}".`,
    ],
    progress,
    button: { label: button, url: paths.plan(to, ticket.id) },
    notes: announced ? [] : ['In your account you can turn reminders off.'],
  };
}

const texts: Record<ReminderReason, { subject: string; words: string; button: string }> = {
  half_passed: {
    subject: 'Half of the Time Has Passed',
    words: 'Half of the time for the milestone "{milestone}" has passed.',
    button: 'Open the roadmap',
  },
  most_passed: {
    subject: 'Milestone Due Soon',
    words: 'Most of the time for the milestone "{milestone}" has passed: 80 percent.',
    button: 'Open the roadmap',
  },
  all_passed: {
    subject: 'Milestone Late',
    words: `The time for the milestone "{milestone}" has passed. Submit it, or tell the customer when it will be done: after ${MISSED_HOURS} more hours they may ${MISSED_CHOICES}.`,
    button: 'Open the roadmap',
  },
  repair_late: {
    subject: 'Repair Late',
    words: `The time for the milestone "{milestone}" has passed. Submit it, or tell the customer when it will be done: after ${MISSED_HOURS} more hours they may ${REPAIR_MISSED_CHOICES}, although its money was released.`,
    button: 'Open the roadmap',
  },
  plan_missed: {
    subject: 'No Plan Yet',
    words: `Your unblocker has sent no plan for ${PLAN_WITHIN_HOURS} hours. ${guarantees.plan.follows}`,
    button: 'Open the request',
  },
  answer_awaited: {
    subject: 'An Answer Is Awaited',
    words: 'The other side waits for your answer to go on.',
    button: 'Open the request',
  },
  plan_awaited: {
    subject: 'Plan Awaited',
    words: 'The customer has been waiting for your plan for more than a day.',
    button: 'Build the plan',
  },
  plan_in_review: {
    subject: 'Plan Waiting for Your Review',
    words:
      'Your unblocker has been waiting for more than a day. Approve the plan, or ask for changes.',
    button: 'Review the plan',
  },
  payment_awaited: {
    subject: 'Payment Awaited',
    words:
      'The milestone "{milestone}" waits for your payment. Its price is {price}: the money is held, and released to your unblocker once the work is approved.',
    button: 'Pay the milestone',
  },
  start_awaited: {
    subject: 'Milestone Waiting to Be Started',
    words: 'No milestone has been at work for more than a day. Please start the next one.',
    button: 'Open the roadmap',
  },
  milestone_in_review: {
    subject: 'Milestone Waiting for Your Review',
    words:
      'Your unblocker has been waiting for days. Look at the delivery, then approve it or send it back.',
    button: 'Review the milestone',
  },
};

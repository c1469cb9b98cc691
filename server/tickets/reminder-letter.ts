import { paths } from '#domain/paths.ts';
import type { Reminder, ReminderReason } from '#domain/reminder.ts';
import { shortId, splitDescription } from '#domain/ticket-words.ts';
import { turn } from '#domain/turn.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import type { Letter } from '../mail/letter.ts';

interface ReminderAbout {
  ticket: TicketRow;
  reminder: Reminder;
  /** Of the milestone that is late. */
  title: string | null;
}

/** The mail that reminds somebody of what the other side waits for. */
export function reminderLetter({
  ticket,
  reminder: { to, reason },
  title,
}: ReminderAbout): Omit<Letter, 'to'> {
  const { subject, words, button } = texts[reason];
  const { status, developer_id } = ticket;
  return {
    kind: 'reminder',
    subject: `Request #${shortId(ticket.id)} - ${subject}`,
    paragraphs: [
      words.replaceAll('{milestone}', () => title ?? ''),
      `It is about "${splitDescription(ticket.description).title}".`,
    ],
    progress: {
      status,
      turn: turn({ status, reserved: developer_id !== null, relation: to, counterpart: null }),
    },
    button: { label: button, url: paths.plan(to, ticket.id) },
    notes: ['You get at most one reminder a day. In your account you can turn them off.'],
  };
}

const texts: Record<ReminderReason, { subject: string; words: string; button: string }> = {
  milestone_late: {
    subject: 'Milestone Late',
    words:
      'The milestone "{milestone}" is past its due date. Submit it, or tell the customer when it will be done.',
    button: 'Open the roadmap',
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
  start_awaited: {
    subject: 'Milestone Waiting to Be Started',
    words: 'No milestone has been at work for more than a day. Please start the next one.',
    button: 'Open the roadmap',
  },
  milestone_in_review: {
    subject: 'Milestone Waiting for Your Review',
    words:
      'Your unblocker has been waiting for more than a day. Look at the delivery, then approve it or send it back.',
    button: 'Review the milestone',
  },
};

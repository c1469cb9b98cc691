import { percentPassed } from '#domain/clock.ts';
import { isStopped } from '#domain/mail-preferences.ts';
import { nextReminder, type Reminder, reasonAt } from '#domain/reminder.ts';
import type { Tx } from '../database/database.ts';
import type { Change } from '../lifecycle/change.ts';
import { acceptanceOf, requestOf } from '../lifecycle/clocks.ts';
import type { LockedTicket, PlannedMilestone, TicketRow } from '../lifecycle/locked.ts';
import { openMilestones, progressOf } from '../lifecycle/turns.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { reminderLetter } from './reminder-letter.ts';

/**
 * The text of a due reminder, built before its step marks it as sent.
 * @param milestoneId for a reminder about the time of that milestone
 */
export async function dueReminder(
  { tx }: Change,
  locked: LockedTicket,
  { milestoneId, now }: { milestoneId: string | undefined; now: Date },
): Promise<Reminder | null> {
  const work = locked.milestones.find(({ id }) => id === milestoneId);
  if (work) return ofTime(locked.ticket, work, now);
  return nextReminder(requestOf(locked, await openMilestones(tx, locked.ticket.id)));
}

function ofTime(ticket: TicketRow, work: PlannedMilestone, now: Date): Reminder {
  const reason = reasonAt(percentPassed(work, ticket, now), work.billing);
  return { to: 'developer', reason, milestone: { ...work, billing_status: work.billing } };
}

/** Reminds the person whose turn it is: in their list, and by mail where they want reminders. */
export async function sendReminder(
  change: Change,
  locked: LockedTicket,
  reminder: Reminder,
): Promise<void> {
  const { ticket } = locked;
  const accepts = acceptanceOf(locked);
  const recipient = await recipientOf(change.tx, ticket, reminder);
  if (!recipient) return;
  await notify(change, { kind: 'reminder', to: [recipient.id], ticketId: ticket.id });
  // An automatic approval is announced, whether or not its customer wants reminders.
  if (!recipient.isWanted && accepts === null) return;
  const progress = await progressOf(change.tx, ticket, reminder.to);
  await enqueueMail(change, {
    ...reminderLetter(ticket, reminder, { progress, accepts }),
    to: recipient.email,
    ...(accepts === null && { choice: { personId: recipient.id, kind: 'reminder' } }),
  });
}

async function recipientOf(tx: Tx, ticket: TicketRow, { to }: Reminder) {
  const id = to === 'customer' ? ticket.customer_id : ticket.developer_id;
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['p.id', 'u.email', 'p.notifications'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  return found && { ...found, isWanted: !isStopped(found.notifications, 'reminder') };
}

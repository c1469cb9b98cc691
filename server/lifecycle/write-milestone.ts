import { sql } from 'kysely';
import { isPaid } from '#domain/billing.ts';
import { percentPassed, REMIND_AT_PERCENT } from '#domain/clock.ts';
import type { Rule } from '#domain/lifecycle.ts';
import type { Change } from './change.ts';
import type { LockedTicket, PlannedMilestone, TicketRow } from './locked.ts';
import type { Step } from './step.ts';

/** Work that starts automatically begins only once it is paid, or somebody works on it. */
export async function writeMilestone(
  { tx }: Change,
  milestone: PlannedMilestone,
  { action, to }: Rule,
  now: Date,
): Promise<void> {
  const { milestone: status = milestone.status } = to ?? {};
  const begins = status !== 'PLANNED' && (action !== 'start-next' || isPaid(milestone.billing));
  await tx
    .updateTable('milestones')
    .set({
      status,
      ...(begins && { started_at: sql<Date>`coalesce(started_at, ${now})` }),
      ...(status === 'PLANNED' && { started_at: null, ...NO_TIME, ...NOT_EXTENDED }),
    })
    .where('id', '=', milestone.id)
    .execute();
  milestone.status = status;
}

/** Nobody was reminded of its time yet, and it is not missed. */
const NO_TIME = { reminded_percent: 0, missed_at: null };
const NOT_EXTENDED = { extended_at: null, extended_to: null };

/** What a step writes about a milestone's time. */
export async function writeTime(
  { tx }: Change,
  { ticket }: LockedTicket,
  { milestone, step, now }: { milestone: PlannedMilestone; step: Step; now: Date },
): Promise<void> {
  const values = timeAfter(ticket, { milestone, step, now });
  if (values)
    await tx.updateTable('milestones').set(values).where('id', '=', milestone.id).execute();
  if (step.action !== 'more-time') return;
  await tx
    .updateTable('deliveries')
    .set({ more_time_at: now })
    .where('milestone_id', '=', milestone.id)
    .where('decision', 'is', null)
    .execute();
}

function timeAfter(
  ticket: TicketRow,
  { milestone, step, now }: { milestone: PlannedMilestone; step: Step; now: Date },
): Partial<PlannedMilestone> | null {
  switch (step.action) {
    case 'extend':
      if (!step.dueAt) throw new Error('more time is given until a date');
      return { ...NO_TIME, extended_at: now, extended_to: step.dueAt };
    case 'remind-of-time':
      return { reminded_percent: percentPassed(milestone, ticket, now) };
    case 'miss':
      return { missed_at: now };
    case 'submit':
      return { missed_at: null };
    // It has at least one more day, with new reminders.
    case 'reject':
      return { reminded_percent: Math.min(milestone.reminded_percent, REMIND_AT_PERCENT[1]) };
    default:
      return null;
  }
}

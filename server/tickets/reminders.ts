import { sql } from 'kysely';
import { notificationsOf } from '#domain/mail-preferences.ts';
import { planDates } from '#domain/milestone-dates.ts';
import { REMIND_AFTER_HOURS, type Reminder, reminderOf } from '#domain/reminder.ts';
import { FINAL_STATUSES } from '#domain/ticket-status.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockTicket, type TicketRow } from '../lifecycle/locked.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { reminderLetter } from './reminder-letter.ts';
import { sentBackAt } from './sent-back-at.ts';

const BATCH = 500;

/**
 * Mails everyone who has kept the other side waiting: one mail per request and day (UTC) at most,
 * however often and on however many servers this runs. One that fails does not keep back the others.
 * @throws AggregateError when some failed; the next run finds them again
 */
export async function remind(context: Context, now = new Date()): Promise<void> {
  const failures: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await waitingTickets(context.db, { now, after });
    for (const id of ids) {
      await change(context, (change) => remindOf(change, id, now)).catch((cause: unknown) =>
        failures.push(cause),
      );
    }
    if (ids.length < BATCH) break;
    after = ids.at(-1) ?? null;
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some reminders could not be sent');
}

/** Requests that may have a reminder due, by id. A milestone is never late on its first day. */
async function waitingTickets(
  db: Database,
  { now, after }: { now: Date; after: string | null },
): Promise<string[]> {
  const since = new Date(now.getTime() - REMIND_AFTER_HOURS * 3_600_000);
  const rows = await db
    .selectFrom('tickets as t')
    .select('t.id')
    .where('t.status', 'not in', ['AWAITING_ASSIGNMENT', ...FINAL_STATUSES])
    .where((where) =>
      where.or([
        where('t.status_since', '<', since),
        where.exists(
          where
            .selectFrom('milestones as m')
            .select('m.id')
            .whereRef('m.ticket_id', '=', 't.id')
            .where('m.status', 'in', ['IN_PROGRESS', 'REJECTED'])
            .where('m.started_at', '<', since),
        ),
      ]),
    )
    .$if(after !== null, (query) => query.where('t.id', '>', after ?? ''))
    .orderBy('t.id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}

async function remindOf(change: Change, id: string, now: Date): Promise<void> {
  const { ticket } = await lockTicket(change.tx, id);
  const milestones = await datedPlan(change.tx, ticket, now);
  const reminder = reminderOf({ ...ticket, milestones }, now);
  const recipient = reminder && (await recipientOf(change.tx, ticket, reminder));
  if (!recipient || !(await claimDay(change.tx, id, now))) return;
  const title = milestones.find(({ late }) => late)?.title ?? null;
  await notify(change, { kind: 'reminder', to: [recipient.id], ticketId: id });
  await enqueueMail(change, {
    ...reminderLetter({ ticket, reminder, title }),
    to: recipient.email,
    choice: { personId: recipient.id, kind: 'reminder' },
  });
}

async function datedPlan(tx: Tx, ticket: TicketRow, now: Date) {
  const plan = await tx
    .selectFrom('milestones as m')
    .select(['m.title', 'm.status', 'm.estimated_minutes', 'm.started_at'])
    .select(sentBackAt.as('sent_back_at'))
    .where('m.ticket_id', '=', ticket.id)
    .orderBy('m.position')
    .execute();
  const dates = planDates(ticket.status, plan, now);
  return plan.map(({ title, status }, index) => ({
    title,
    status,
    late: dates[index]?.late ?? false,
  }));
}

/** Whoever has the ball; null where they want no reminders. */
async function recipientOf(tx: Tx, ticket: TicketRow, { to }: Reminder) {
  const id = to === 'customer' ? ticket.customer_id : ticket.developer_id;
  const found = await tx
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.id')
    .select(['p.id', 'u.email', 'p.notifications'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  return found && notificationsOf(found.notifications).reminder ? found : null;
}

/** Whether nobody was reminded of this request today; from now on somebody was. */
async function claimDay(tx: Tx, ticketId: string, now: Date): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql`insert into reminders (ticket_id, day) values (${ticketId}, ${day})
    on conflict (ticket_id) do update set day = excluded.day where reminders.day < excluded.day
    returning ticket_id`.execute(tx);
  return rows.length > 0;
}

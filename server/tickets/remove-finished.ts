import { sql } from 'kysely';
import { sidesOf } from '#domain/relation.ts';
import { removeLater } from '../files/remove-files.ts';
import { type Change, change } from '../lifecycle/change.ts';
import type { Context } from '../lifecycle/context.ts';
import { lockTicket } from '../lifecycle/locked.ts';
import { dueTickets, monthsBefore } from './removal-due.ts';

const AT_A_TIME = 200;
/** The rest waits for the next run: no job may look as if its server had died. */
const LONGEST_RUN_MS = 3 * 60_000;

/**
 * The daily job that removes finished requests 12 months after they ended, with their plans,
 * messages and files. Ledger, billing records and receipts keep amounts that name nobody. Each
 * request is a change of its own: one that fails does not keep back the others.
 * @throws AggregateError when some failed; the next run finds them again
 */
export async function removeFinished(context: Context, now = new Date()): Promise<void> {
  const until = Date.now() + LONGEST_RUN_MS;
  const failures: unknown[] = [];
  let after = '00000000-0000-0000-0000-000000000000';
  while (Date.now() < until) {
    const due = await dueTickets(context.db, now)
      .select('t.id')
      .where('t.id', '>', after)
      .orderBy('t.id')
      .limit(AT_A_TIME)
      .execute();
    for (const { id } of due) {
      await change(context, (change) => remove(change, id, now)).catch((cause: unknown) =>
        failures.push(cause),
      );
      after = id;
    }
    if (due.length < AT_A_TIME) break;
  }
  await forgetMails(context, now);
  await forgetApplicants(context, now);
  if (failures.length > 0) throw new AggregateError(failures, 'Some requests could not be removed');
}

async function remove(change: Change, id: string, now: Date): Promise<void> {
  const { tx } = change;
  const { ticket } = await lockTicket(tx, id);
  // Reopened or removed while we waited for the lock.
  const isDue = await dueTickets(tx, now).select('t.id').where('t.id', '=', id).executeTakeFirst();
  if (!isDue) return;
  await forgetWords(change, id);
  await tx.deleteFrom('tickets').where('id', '=', id).execute();
  await removeLater(change);
  change.tell({ type: 'ticket', ticket_id: id, to: sidesOf(ticket) });
}

/** What the payment provider was asked names the work; the amounts are what has to stay. */
async function forgetWords({ tx }: Change, ticketId: string): Promise<void> {
  const checkouts = sql`(select c.id from checkouts c
    join billing_records b on b.id = c.billing_record_id where b.ticket_id = ${ticketId})`;
  await sql`update provider_calls set request = jsonb_set(request, '{description}', '""')
    where kind = 'checkout' and checkout_id in ${checkouts}`.execute(tx);
  await sql`update sandbox_payments set description = '' where checkout_id in ${checkouts}`.execute(
    tx,
  );
}

/**
 * Deletes old applications that were declined or never answered, then those that were approved, and
 * invitations, of people who never joined. People with an account keep theirs.
 */
async function forgetApplicants({ db }: Context, now: Date): Promise<void> {
  await db
    .deleteFrom('waitlist')
    .where('status', 'in', ['waiting', 'declined'])
    .where('created_at', '<', monthsBefore(now))
    .execute();
  await db
    .deleteFrom('waitlist as w')
    .where('w.decided_at', '<', monthsBefore(now))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as u').select('u.id').whereRef('u.email', '=', 'w.email'))),
    )
    .where(({ not, exists, selectFrom }) =>
      // Invited once more since.
      not(
        exists(
          selectFrom('invitations as i')
            .select('i.id')
            .whereRef('i.email', '=', 'w.email')
            .where('i.created_at', '>=', monthsBefore(now)),
        ),
      ),
    )
    .execute();
  await db
    .deleteFrom('invitations as i')
    .where('i.created_at', '<', monthsBefore(now))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as u').select('u.id').whereRef('u.email', '=', 'i.email'))),
    )
    .execute();
}

/** To whom a mail went and what about; its words went when it was sent. */
async function forgetMails({ db }: Context, now: Date): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', monthsBefore(now)).execute();
}

import { sql } from 'kysely';
import { Refusal } from '#domain/refusals.ts';
import type { ReportStatus } from '#domain/report.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { clearWay } from '../lifecycle/clocks.ts';
import { isSideSuspended, lockTicket, type TicketRow } from '../lifecycle/locked.ts';
import { endedPairingOf } from '../lifecycle/pairings.ts';
import { perform } from '../lifecycle/perform.ts';
import { recordDecision } from './record-decision.ts';

type Answer = Exclude<ReportStatus, 'open'>;

/** Closes the open report about a message, if there is one. */
export async function answerReport(
  change: Change,
  moderator: Viewer,
  { messageId, status, reason }: { messageId: string; status: Answer; reason: string },
): Promise<void> {
  const { tx } = change;
  const [answered] = await tx
    .updateTable('reports')
    .set({ status, reason, decided_by: moderator.id, decided_at: new Date() })
    .where('message_id', '=', messageId)
    .where('status', '=', 'open')
    .returning('ticket_id')
    .execute();
  if (!answered) return;
  // The deadlines that waited for the moderator run again, later by no more than they waited.
  const { ticket_id } = answered;
  const since = await reportsStandSince(tx, ticket_id, messageId);
  await clearWay(change, await lockTicket(tx, ticket_id), since);
}

/** Since when reports stood that were open until this one was answered, after the answer before. */
async function reportsStandSince(tx: Change['tx'], ticketId: string, messageId: string) {
  const isOpen = sql`(status = 'open' or message_id = ${messageId})`;
  const { since } = await tx
    .selectFrom('reports')
    .select(
      sql<Date>`greatest(min(created_at) filter (where ${isOpen}),
        max(decided_at) filter (where not ${isOpen}))`.as('since'),
    )
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return since;
}

/** Closes the open reports of a request that was decided as a whole. */
export async function closeReports(
  { tx }: Change,
  moderator: Viewer,
  { ticketId, reason }: { ticketId: string; reason: string },
): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ status: 'closed', reason, decided_by: moderator.id, decided_at: new Date() })
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'open')
    .execute();
}

/**
 * Dismisses a report. If it was the last open one, brought the request to the moderators, and both
 * sides can go on, the request returns to its previous state.
 * @throws Refusal `not_found`, `report_decided`, `not_your_part` on one's own request
 */
export async function dismissReport(
  change: Change,
  moderator: Viewer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { tx } = change;
  const about = await tx
    .selectFrom('reports')
    .select(['ticket_id', 'message_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!about) throw new Refusal('not_found');
  const locked = await lockTicket(tx, about.ticket_id);
  const { status } = await tx
    .selectFrom('reports')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (status !== 'open') throw new Refusal('report_decided');
  await recordDecision(change, moderator, locked, {
    kind: 'report_dismissed',
    reason,
    target: { type: 'report', id },
    earlier: await endedPairingOf(tx, locked.ticket, about.message_id),
    detail: { message_id: about.message_id },
    act: async () => {
      const { message_id: messageId } = about;
      await answerReport(change, moderator, { messageId, status: 'dismissed', reason });
      const goesOn = await maySimplyGoOn(change, locked.ticket);
      if (goesOn) await perform(change, locked, { action: 'resume', actor: moderator });
      return { goes_on: goesOn };
    },
  });
}

async function maySimplyGoOn({ tx }: Change, ticket: TicketRow): Promise<boolean> {
  if (ticket.status_before_help === null) return false;
  const other = await tx
    .selectFrom('reports')
    .select('id')
    .where('ticket_id', '=', ticket.id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (other) return false;
  const cameBy = await tx
    .selectFrom('ticket_history')
    .select('action')
    .where('ticket_id', '=', ticket.id)
    .where('to_status', '=', ticket.status)
    .where('from_status', '<>', ticket.status)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return cameBy.action === 'report' && !(await isSideSuspended(tx, ticket));
}

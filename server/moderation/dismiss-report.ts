import { Refusal } from '#domain/refusals.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { isSideSuspended, lockTicket, type TicketRow } from '../lifecycle/locked.ts';
import { endedPairingOf } from '../lifecycle/pairings.ts';
import { perform } from '../lifecycle/perform.ts';
import { recordDecision } from './record-decision.ts';
import { answerReport } from './reports.ts';

/**
 * Finds nothing wrong with a reported message. With its last open report a request goes on where it
 * was, if it was a report that brought it here and both sides can go on.
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

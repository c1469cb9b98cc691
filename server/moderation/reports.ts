import type { ReportStatus } from '#domain/report.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import { keepTime } from '../lifecycle/clocks.ts';
import { lockTicket } from '../lifecycle/locked.ts';

type Answer = Exclude<ReportStatus, 'open'>;

/** Answers the open report about a message, if there is one. */
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
  // What waited for a moderator may be accepted by itself again.
  if (answered) await keepTime(change, await lockTicket(tx, answered.ticket_id));
}

/** The request was decided as a whole, and with it all that was reported in it. */
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

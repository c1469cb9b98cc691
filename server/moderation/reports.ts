import type { ReportStatus } from '#domain/report.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';

type Answer = Exclude<ReportStatus, 'open'>;

/** Answers the open report about a message, if there is one. */
export async function answerReport(
  { tx }: Change,
  moderator: Viewer,
  { messageId, status, reason }: { messageId: string; status: Answer; reason: string },
): Promise<void> {
  await tx
    .updateTable('reports')
    .set({ status, reason, decided_by: moderator.id, decided_at: new Date() })
    .where('message_id', '=', messageId)
    .where('status', '=', 'open')
    .execute();
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

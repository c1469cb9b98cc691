import type { Viewer } from '../http/viewer.ts';
import { writeAudit } from '../lifecycle/audit.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { tellAppealMade } from './tell-moderators.ts';

/** Whose words were hidden: a review or the reply to it, or a quote or a message about one. */
type Report =
  | { feedback_id: string; about: 'review' | 'reply' }
  | { quote_id: string; quote_message_id: string | null };

/** Stores the appeal of an author whose words were hidden, and tells the moderators. */
export async function appealWords(
  change: Change,
  viewer: Viewer,
  { report, ticket, text }: { report: Report; ticket: TicketRow; text: string },
): Promise<void> {
  const { tx } = change;
  const set = { status: 'appealed', appeal: text, appealed_at: new Date() } as const;
  const found = tx.updateTable('feedback_reports').set(set).where('status', '=', 'hidden');
  await ('feedback_id' in report
    ? found.where('feedback_id', '=', report.feedback_id).where('about', '=', report.about)
    : found
        .where('quote_id', '=', report.quote_id)
        .where('quote_message_id', 'is not distinct from', report.quote_message_id)
  ).executeTakeFirstOrThrow();
  await writeAudit(change, viewer, {
    action: 'appeal_made',
    target:
      'feedback_id' in report
        ? { type: report.about, id: report.feedback_id }
        : { type: 'quote', id: report.quote_id },
    ticket_id: ticket.id,
  });
  await tellAppealMade(change, viewer, ticket);
}

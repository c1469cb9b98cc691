import { paths } from '#domain/paths.ts';
import { shortId } from '#domain/ticket-words.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Change } from '../lifecycle/change.ts';
import type { TicketRow } from '../lifecycle/locked.ts';
import { mailModerators } from './moderators.ts';
import { sendNotice } from './notices.ts';

/** Tells the moderators that somebody appeals against what they decided about a request. */
export async function tellAppealMade(
  change: Change,
  viewer: Viewer,
  ticket: TicketRow,
): Promise<void> {
  await sendNotice(change, 'appeal_made', { ticket, actor: viewer });
  await mailModerators(change, {
    kind: 'appeal_made',
    subject: `Request #${shortId(ticket.id)} - Appeal`,
    paragraphs: ['Somebody does not agree with what was decided. Please look into it.'],
    button: { label: 'Open the request', url: paths.moderatedRequest(ticket.id) },
  });
}

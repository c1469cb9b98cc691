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

/** Tells the moderators that a review, the reply to one, or what was said about a quote, was reported. */
export async function tellWordsReported(
  change: Change,
  viewer: Viewer,
  ticket: TicketRow,
): Promise<void> {
  await sendNotice(change, 'words_reported', { ticket, actor: viewer });
  await mailModerators(change, {
    kind: 'words_reported',
    subject: 'Quote, Review or Reply Reported',
    paragraphs: [
      'A review, the reply to one, or what was said about a quote was reported. Please look into it.',
    ],
    facts: [['Request', ticket.id]],
    button: { label: 'Open the reports', url: paths.moderationTab('reports') },
  });
}
